import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { AdminSettings } from './admin/door/adminContext.ts';
import { openAdminDoor } from './admin/door/openAdminDoor.ts';
import { requireKeyEvenInOutage } from './admin/door/requireKey.ts';
import type { Config } from './config/config.ts';
import { docsRoutes } from './docs/docsRoutes.ts';
import { healthRoutes } from './http/healthRoutes.ts';
import { metricsRoutes } from './http/metricsRoutes.ts';
import type { ReadinessCheck } from './http/readiness.ts';
import { observeRequests, type RequestOver } from './http/observeRequests.ts';
import { contextOf, healthChecks, probes } from './http/requestContext.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import type { Metrics } from './metrics/openMetrics.ts';
import { packageFiles } from './packageFiles.ts';
import { answerFailure } from './http/answerFailure.ts';
import type { RestSettings } from './rest/endpoints/endpoint.ts';
import { restEndpoints, restRoutes } from './rest/restRoutes.ts';
import { Refusal } from './rules/failures/refusal.ts';
import { traceRequests } from './tracing/traceRequests.ts';

export interface AppSettings extends RestSettings, AdminSettings {
  /** The version in package.json. */
  version: string;
  /** Called for every request, on every port. */
  onRequestOver(request: RequestOver): void;
  readiness: ReadinessCheck;
  metrics: Metrics;
}

export interface App {
  /** The app on PORT: the developers' paths, and those of staff unless they have another port. */
  public: Express;
  /** The app on ADMIN_PORT, if that is set. */
  staff: Express | undefined;
  /** Lets requests in flight finish. */
  close(): Promise<void>;
}

/** The endpoints that a request may be for, `other` among them. */
export const knownEndpoints: ReadonlySet<string> = new Set([
  ...restEndpoints,
  '/graphql',
  '/console',
  '/docs',
  '/console/sign-in',
  '/console/sign-out',
  '/openapi.json',
  ...probes,
  'other',
]);

/** Opens the doors that are reached over HTTP, without a port to listen on. */
export async function openApp(settings: AppSettings, config: Config, log: Logger): Promise<App> {
  const isOpen = config.RUN.includes('api');
  const admin = isOpen ? await openAdminDoor(settings, log, packageFiles) : null;
  const developers = isOpen ? [restRoutes(settings), docsRoutes(settings.version, packageFiles.docsBuild)] : [];
  const staff = [
    metricsRoutes(requireKeyEvenInOutage(settings, settings.queriesStore), settings.metrics),
    ...(admin ? [admin.router] : []),
  ];
  const health = healthRoutes(settings.readiness);
  const limitAddresses: RequestHandler = (request, _response, next) => {
    const { endpoint, address } = contextOf(request);
    // An orchestrator must not take a busy process for a dead one.
    if (!healthChecks.has(endpoint)) settings.limits.countRequest(address);
    next();
  };
  const answerStaff = admin ? [admin.answerFailure] : [];
  const isShared = config.ADMIN_PORT === undefined;
  return {
    public: expressApp(
      [limitAddresses, ...developers, health, ...(isShared ? staff : [])],
      isShared ? answerStaff : [],
      config,
      settings,
      log,
    ),
    staff: isShared ? undefined : expressApp([limitAddresses, health, ...staff], answerStaff, config, settings, log),
    close: async () => admin?.close(),
  };
}

/** Builds the app of one port with everything that is the same on every port. */
function expressApp(
  handlers: RequestHandler[],
  answerStaff: ErrorRequestHandler[],
  { TRUST_PROXY: trustedProxies = 0 }: Config,
  { onRequestOver, limits }: AppSettings,
  log: Logger,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustedProxies);
  // The REST door reads parameters from the bytes that were sent.
  app.set('query parser', false);
  app.use(traceRequests(), observeRequests(onRequestOver));
  app.use(securityHeaders(), ...handlers);
  for (const answer of answerStaff) app.use('/graphql', answer);
  app.use(() => {
    throw new Refusal('PATH_NOT_FOUND');
  });
  app.use(answerFailure(log, limits));
  return app;
}
