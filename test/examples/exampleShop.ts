import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PayOrderDocument, UpdatePluginDocument } from '../admin/generated/operations.ts';
import { makeDeveloper, makeOrder, oddText, type Developer } from '../support/builders.ts';
import { findMissing } from '../support/missingProgram.ts';
import type { TestService } from '../support/service.ts';
import type { ExampleLanguage } from './exampleLanguages.ts';
import { RunningExample, type RunningReceiver } from './runningExample.ts';

/** A developer who runs one of the examples. */
export interface ExampleShop {
  example: RunningExample;
  developer: Developer;
  /** Knows the developer's first secret; the plugin's callback URL is its address. */
  receiver: RunningReceiver;
  ordersDir: string;
  /** Starts one more receiver, which writes to the same folder. */
  startReceiver(secret: string): Promise<RunningReceiver>;
  callAt(url: string): Promise<void>;
  /** Makes an order and pays it. */
  sell(): Promise<string>;
  /** Returns the names of all files that the receivers wrote. */
  files(): Promise<string[]>;
  order(orderId: string): Promise<unknown>;
}

/** Builds the example and starts its receiver. Undefined: the language is not installed. */
export async function openExampleShop(
  service: TestService,
  language: ExampleLanguage,
  scratchDir: string,
): Promise<ExampleShop | undefined> {
  if (await findMissing(language.needs)) return undefined;
  const out = join(scratchDir, language.name);
  const ordersDir = join(out, 'orders');
  await mkdir(out);
  const example = new RunningExample(language, out);
  const [developer] = await Promise.all([makeDeveloper(service.admin), example.build()]);
  const startReceiver = async (secret: string) =>
    example.startReceiver({ OPENPLUG_SECRET: secret, ORDERS_DIR: ordersDir });
  const callAt = async (callbackUrl: string) => {
    await service.admin(UpdatePluginDocument, { input: { id: developer.pluginId, callbackUrl } });
  };
  const receiver = await startReceiver(developer.secret);
  await callAt(receiver.url);
  return {
    example,
    developer,
    receiver,
    ordersDir,
    startReceiver,
    callAt,
    sell: async () => {
      const { id } = await makeOrder(service.admin, developer, { attach: ` ${oddText} ` });
      await service.admin(PayOrderDocument, { input: { orderId: id } });
      return id;
    },
    files: async () => readdir(ordersDir).catch(() => []),
    order: async (orderId) => JSON.parse(await readFile(join(ordersDir, `${orderId}.json`), 'utf8')) as unknown,
  };
}
