/** A request in full, as it goes over the wire. */
export interface WireRequest {
  method: 'GET' | 'POST';
  path: string;
  /** JSON; empty: none. */
  body: string;
}

/** The task of a load process, which has an address of its own. */
export type LoadOrder = { port: number; requests: WireRequest[]; from: string } & (
  | {
      /** All of each request but its last byte first; the last bytes of all at once, when it is told to go on. */
      kind: 'burst';
    }
  | {
      kind: 'stream';
      /** Requests a second, whether or not the earlier ones were answered, as far as there are connections; null: as fast as they are answered. */
      perSecond: number | null;
      connections: number;
      seconds: number;
    }
);

export interface LoadReport {
  /** How many answers had each status; 0: there was none. */
  statuses: Record<string, number>;
  /** From the first to the last, for a burst from its last bytes on. */
  durationMs: number;
}

export type LoadMessage = 'ready' | LoadReport;
