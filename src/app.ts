import { fileURLToPath } from 'node:url';
import express, { type Express, type Router } from 'express';
import type { Logger } from 'pino';
import { openAdminDoor } from './admin/adminRoutes.ts';
import type { AdminSettings } from './admin/adminContext.ts';
import type { Config } from './config.ts';
import { healthRoutes } from './healthRoutes.ts';
import type { ReadinessCheck } from './readiness.ts';
import { answerFailure } from './rest/answerFailure.ts';
import type { Metrics } from './metrics/openMetrics.ts';
import { metricsRoutes } from './metricsRoutes.ts';
import { observeRequests, type RequestOver } from './requestOver.ts';
import type { RestSettings } from './rest/endpoint.ts';
import { restRoutes } from './rest/routes.ts';
import { Refusal } from './rules/refusal.ts';
import type { Store } from './store/store.ts';

export interface AppSettings extends RestSettings, AdminSettings {
  /** Where the admin door does its work. */
  adminStore: Store;
  /** Told of every request, on every port. */
  onRequestOver(request: RequestOver): void;
  readiness: ReadinessCheck;
  metrics: Metrics;
}

export interface App {
  /** What PORT serves: the developers' paths, and those of staff unless they have a port of their own. */
  public: Express;
  /** What ADMIN_PORT serves, if it is set. */
  staff: Express | undefined;
  /** Lets requests in flight finish. */
  close(): Promise<void>;
}

/** From src/ and from dist/ alike. */
const explorerFolder = fileURLToPath(new URL('../src/admin/explorer', import.meta.url));

/** The doors that are reached over HTTP, without a port to listen on. */
export async function openApp(settings: AppSettings, config: Config, log: Logger): Promise<App> {
  const isOpen = config.RUN.includes('api');
  const adminSettings = { ...settings, store: settings.adminStore };
  const admin = isOpen ? await openAdminDoor(adminSettings, log, explorerFolder) : null;
  const developers = isOpen ? [restRoutes(settings)] : [];
  const staff = [metricsRoutes(adminSettings, settings.metrics), ...(admin ? [admin.router] : [])];
  const health = healthRoutes(settings.readiness);
  const isShared = config.ADMIN_PORT === undefined;
  return {
    public: expressApp([health, ...developers, ...(isShared ? staff : [])], settings, log),
    staff: isShared ? undefined : expressApp([health, ...staff], settings, log),
    close: async () => admin?.close(),
  };
}

/** What is the same on every port. */
function expressApp(routers: Router[], { onRequestOver }: AppSettings, log: Logger): Express {
  const app = express();
  app.disable('x-powered-by');
  // Parameters are read by the REST door from the bytes that were sent.
  app.set('query parser', false);
  app.use(observeRequests(onRequestOver));
  for (const router of routers) app.use(router);
  app.use(() => {
    throw new Refusal('PATH_NOT_FOUND');
  });
  app.use(answerFailure(log));
  return app;
}
