import type { Express } from 'express';
import type { Logger } from 'pino';
import { openApp, type AppSettings } from '../app.ts';
import type { Config } from '../config/config.ts';
import type { PortConnections } from '../metrics/connectionMetrics.ts';
import { openPort, type Port, type PortName } from './openPort.ts';

export interface Http {
  /** http://host:port of the developers' paths. */
  url: string;
  /** http://host:port of the staff's paths; the same if they share a port. */
  adminUrl: string;
  countConnections(): PortConnections[];
  /** Resolves when the requests that had arrived whole are answered; the ports stay open. */
  drain(): Promise<void>;
  /**
   * Resolves when no connection is left, at the latest after `longestMs`, to the number of connections cut at that
   * time.
   */
  close(longestMs: number): Promise<number>;
}

/** Opens the doors that are reached over HTTP, on their ports. */
export async function openHttp(settings: AppSettings, config: Config, log: Logger): Promise<Http> {
  const app = await openApp(settings, config, log);
  const ports = new Map<PortName, Port>();
  const close = async (longestMs: number) => {
    const cutCounts = await Promise.all([...ports.values()].map(async (port) => port.close(longestMs)));
    await app.close();
    return cutCounts.reduce((sum, count) => sum + count, 0);
  };
  const open = async (express: Express, name: PortName) => {
    const port = await openPort(express, name, config, (over) => settings.onRequestOver(over));
    ports.set(name, port);
    return port.url;
  };

  try {
    const url = await open(app.public, 'PORT');
    const adminUrl = app.staff ? await open(app.staff, 'ADMIN_PORT') : url;
    return {
      url,
      adminUrl,
      countConnections: () => [...ports].map(([port, { countConnections }]) => ({ port, byState: countConnections() })),
      drain: async () => {
        await Promise.all([...ports.values()].map(async (port) => port.drain()));
      },
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}
