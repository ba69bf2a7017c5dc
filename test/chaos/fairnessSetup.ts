import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminClient } from '../support/adminClient.ts';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { bundleService, startServiceProcess } from '../support/serviceProcess.ts';
import { signed } from '../support/signedRequest.ts';
import { canonicalStringAs, libraryEncodings } from '../rules/signing/libraryEncodings.ts';
import { Cluster } from './cluster.ts';
import type { WireRequest } from './loadOrder.ts';

/** A process of the service, with two plugins on it. */
export interface FairnessSetup {
  url: string;
  port: number;
  /** Whose developer asks for little. */
  quiet: Developer;
  loud: Developer;
  /** Complaints of the service's log. */
  complaints(): unknown[];
  close(): Promise<void>;
}

const key = 'admin-token-of-the-tests';

export async function openFairnessSetup(environment: Record<string, string>): Promise<FairnessSetup> {
  const folder = await mkdtemp(join(tmpdir(), 'openplug-fairness-'));
  const cluster = await Cluster.start(join(folder, 'data'));
  const bundle = await bundleService();
  const service = startServiceProcess(bundle, {
    DATABASE_URL: cluster.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ADMIN_TOKEN: key,
    ...environment,
  });
  const close = async () => {
    await service.end('SIGTERM');
    await bundle.remove();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = String((await service.ready)['url']);
    const admin = adminClient(url, key);
    const [quiet, loud] = [await makeDeveloper(admin), await makeDeveloper(admin)];
    return { url, port: Number(new URL(url).port), quiet, loud, complaints: () => service.logged, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The path of a `GET /baseinfo`, good for as long as its timestamp. */
export function baseInfoPath({ pluginId, secret, accessToken }: Developer): string {
  const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken }, new Date());
  return `/baseinfo?${new URLSearchParams(parameters).toString()}`;
}

/** A small `POST /goods`. */
export function goodsRequest({ pluginId, secret, accessToken }: Developer): WireRequest {
  const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken, ...goods }, new Date());
  return { method: 'POST', path: '/goods', body: JSON.stringify(parameters) };
}

/**
 * A `POST /goods` of nearly 16 KiB of what libraries encode differently, signed as one does that is tried late: with the
 * plugin's secret or a wrong one.
 */
export function longGoodsRequest({ pluginId, accessToken }: Developer, secret: string): WireRequest {
  const parameters = {
    plugin_id: pluginId,
    access_token: accessToken,
    timestamp: String(Math.floor(Date.now() / 1000)),
    ...goods,
    note: "~*!'() é".repeat(1_780),
  };
  const sign = createHmac('sha256', secret).update(canonicalStringAs(late, new Map(Object.entries(parameters))));
  return { method: 'POST', path: '/goods', body: JSON.stringify({ ...parameters, sign: sign.digest('hex') }) };
}

const goods = { title: 'Gold', total_fee: '100' };
const late = libraryEncodings.find(({ library }) => library === '.NET HttpUtility.UrlEncode')!;
