import { expect } from 'vitest';
import { CreatePluginDocument } from '../admin/generated/operations.ts';
import { makeGoods, oddText } from './builders.ts';
import type { TestService } from './service.ts';
import { call, signatureOf, signed, type RestAnswer } from './signedRequest.ts';

export interface SandboxPlugin {
  pluginId: string;
  secret: string;
}

type Given = Record<string, string | number>;

/** The steps of a developer who rehearses with one sandbox plugin. */
export interface Rehearsal {
  plugin: SandboxPlugin;
  goodsId: string;
  ask(path: string, parameters?: Given, plugin?: SandboxPlugin): Promise<RestAnswer>;
  /** The `resource` of an answer, which must be 200 and signed. */
  resourceOf(asked: Promise<RestAnswer>): Promise<Given>;
  newUser(): Promise<Given>;
  /** Returns the order_id. */
  payNew(): Promise<string>;
  fetchNext(): Promise<Given>;
  answer(fetched: Given, report: Given): Promise<RestAnswer>;
  pass(seconds: number): void;
}

export const success = { http_status: 200, body: Buffer.from('SUCCESS').toString('base64') };
export const failure = { http_status: 500, body: Buffer.from('no').toString('base64') };

export async function makeSandbox({ admin }: TestService): Promise<SandboxPlugin> {
  const { createPlugin } = await admin(CreatePluginDocument, { input: { name: 'Rehearsal', sandbox: true } });
  return { pluginId: createPlugin.plugin.id, secret: createPlugin.secret };
}

export async function startRehearsal(service: TestService): Promise<Rehearsal> {
  const ours = await makeSandbox(service);
  const goodsId = (await makeGoods(service.admin, ours.pluginId)).id;

  const ask: Rehearsal['ask'] = async (path, parameters = {}, plugin = ours) => {
    const sent = signed(plugin.secret, { plugin_id: plugin.pluginId, ...parameters }, service.clock.now);
    return call(service.url, 'POST', path, sent);
  };
  const resourceOf: Rehearsal['resourceOf'] = async (asked) => {
    const { status, body } = await asked;
    expect({ status, body }).toMatchObject({ status: 200, body: { resource: expect.any(Object) } });
    expect(body.sign).toBe(signatureOf(ours.secret, body.resource!));
    return body.resource!;
  };
  const newUser = async () => resourceOf(ask('/sandbox/users', { nickname: oddText }));
  const payNew = async () => {
    const bought = { access_token: (await newUser())['access_token']!, goods_id: goodsId };
    const order = await resourceOf(ask('/sandbox/orders', bought));
    await resourceOf(ask('/sandbox/payments', { out_order_id: order['order_id']! }));
    return String(order['order_id']);
  };
  const fetchNext = async () => resourceOf(ask('/sandbox/callbacks'));
  const answer: Rehearsal['answer'] = async (fetched, report) => {
    const { order_id: orderId, attempt, lease } = fetched;
    return ask('/sandbox/answers', { order_id: orderId!, attempt: attempt!, lease: lease!, ...report });
  };
  const pass = (seconds: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
  };
  return { plugin: ours, goodsId, ask, resourceOf, newUser, payNew, fetchNext, answer, pass };
}
