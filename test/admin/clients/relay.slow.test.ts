import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse, print } from 'graphql';
import {
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getRefetchMetadata,
  Network,
  RecordSource,
  Store,
  type ConcreteRequest,
  type GraphQLResponse,
  type ReaderFragment,
} from 'relay-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { askStaff } from '../../support/askStaff.ts';
import { makeDeveloper, makeOrder } from '../../support/builders.ts';
import { startCallbackReceiver, type CallbackReceiver } from '../../support/callbackReceiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { testSweeper, type TestSweeper } from '../../support/sweeper.ts';
import { PayOrderDocument } from '../generated/operations.ts';

let service: TestService;
let receiver: CallbackReceiver;
let sweeping: TestSweeper;
let folder: string;
let orderId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openplug-relay-'));
  await compile();
  service = await startTestService();
  receiver = await startCallbackReceiver();
  receiver.answer((_request, response) => response.writeHead(500).end());
  sweeping = testSweeper(service);
  ({ id: orderId } = await makeOrder(service.admin, await makeDeveloper(service.admin, receiver.url)));
  await service.admin(PayOrderDocument, { input: { orderId } });
  await sweeping.sweep();
});
afterAll(async () => {
  await sweeping.close();
  await receiver.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Relay says so on the console when two objects of different types have one id. */
const complain = vi.spyOn(console, 'error');
beforeEach(() => complain.mockClear());

async function compile(): Promise<void> {
  await mkdir(join(folder, 'src'));
  const { definitions } = parse(await readFile(join(import.meta.dirname, 'relay', 'documents.graphql'), 'utf8'));
  const tagged = definitions.map((definition) => `graphql\`${print(definition)}\`;`);
  await writeFile(join(folder, 'src', 'documents.js'), tagged.join('\n'));
  await cp(resolve('schema.graphql'), join(folder, 'schema.graphql'));
  const config = { src: './src', schema: './schema.graphql', language: 'javascript', eagerEsModules: false };
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
  const compiler = createRequire(import.meta.url).resolve('relay-compiler/cli.js');
  await promisify(execFile)(process.execPath, [compiler], { cwd: folder });
}

function readArtifact(name: string): unknown {
  return createRequire(import.meta.url)(join(folder, 'src', '__generated__', `${name}.graphql.js`));
}

function artifact(name: string): ConcreteRequest {
  return readArtifact(name) as ConcreteRequest;
}

function openEnvironment(): Environment {
  return new Environment({
    network: Network.create(
      async ({ text }, variables) => (await askStaff(service, service.adminToken, text!, variables)) as GraphQLResponse,
    ),
    store: new Store(new RecordSource()),
  });
}

interface Lists {
  deliveries: { edges: { node: { status: string } }[] };
  deliveryAttempts: { edges: { node: { id: string; number: number } }[] };
  auditLog: { edges: { node: { id: string; action: string } }[] };
}

function shownLists(environment: Environment): Lists {
  const { fragment } = createOperationDescriptor(artifact('documentsListsQuery'), {});
  return environment.lookup(fragment).data as unknown as Lists;
}

describe('Relay', () => {
  it.each(['DeliveryView', 'OrderView', 'OrdersOfPlugin'])('can ask for the fragment %s again', (name) => {
    const fragment = readArtifact(name) as ReaderFragment;
    expect(getRefetchMetadata(fragment, 'the test')).toMatchObject({ identifierInfo: { identifierField: 'id' } });
  });

  it('asks again for a delivery by its id', async () => {
    const environment = openEnvironment();
    const id = `delivery_${orderId}`;
    await fetchQuery(environment, artifact('DeliveryViewRefetchQuery'), { id }).toPromise();

    expect(environment.getStore().getSource().get(id)).toMatchObject({ __typename: 'Delivery', status: 'PENDING' });
    expect(complain).not.toHaveBeenCalled();
  });

  it('tells the objects of all lists apart', async () => {
    const environment = openEnvironment();
    await fetchQuery(environment, artifact('documentsListsQuery'), {}).toPromise();

    const { deliveryAttempts, auditLog } = shownLists(environment);
    expect(deliveryAttempts.edges.map(({ node }) => node.number)).toEqual([1]);
    expect(auditLog.edges.map(({ node }) => node.action)).toContain('payOrder');
    expect(auditLog.edges.map(({ node }) => node.action)).not.toContain(undefined);
    expect(complain).not.toHaveBeenCalled();
  });

  it('shows a cancelled delivery as such in the list', async () => {
    const environment = openEnvironment();
    await fetchQuery(environment, artifact('documentsListsQuery'), {}).toPromise();
    expect(shownLists(environment).deliveries.edges.map(({ node }) => node.status)).toEqual(['PENDING']);

    await new Promise((onCompleted, onError) => {
      const mutation = artifact('documentsCancelMutation');
      commitMutation(environment, { mutation, variables: { input: { orderId } }, onCompleted, onError });
    });
    expect(shownLists(environment).deliveries.edges.map(({ node }) => node.status)).toEqual(['CANCELLED']);
    expect(complain).not.toHaveBeenCalled();
  });
});
