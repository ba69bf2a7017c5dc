import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { openAdminDoor } from './admin/adminRoutes.ts';
import type { AdminSettings } from './admin/adminContext.ts';
import type { Config } from './config.ts';
import { answerFailure } from './rest/answerFailure.ts';
import type { RestSettings } from './rest/endpoint.ts';
import { restRoutes } from './rest/routes.ts';
import { Refusal } from './rules/refusal.ts';
import type { Store } from './store/store.ts';

export interface AppSettings extends RestSettings, AdminSettings {
  /** Where the admin door does its work. */
  adminStore: Store;
}

export interface App {
  express: Express;
  /** Lets requests in flight finish. */
  close(): Promise<void>;
}

/** From src/ and from dist/ alike. */
const explorerFolder = fileURLToPath(new URL('../src/admin/explorer', import.meta.url));

/** The doors that are reached over HTTP, without a port to listen on. */
export async function openApp(settings: AppSettings, run: Config['RUN'], log: Logger): Promise<App> {
  const app = express();
  app.disable('x-powered-by');
  // Parameters are read by the REST door from the bytes that were sent.
  app.set('query parser', false);

  const admin = run.includes('api')
    ? await openAdminDoor({ ...settings, store: settings.adminStore }, log, explorerFolder)
    : null;
  if (admin) app.use(restRoutes(settings), admin.router);
  app.use(() => {
    throw new Refusal('PATH_NOT_FOUND');
  });
  app.use(answerFailure(log));
  return { express: app, close: async () => admin?.close() };
}
