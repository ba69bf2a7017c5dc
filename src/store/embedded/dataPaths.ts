import { join, resolve } from 'node:path';

/** The paths of the embedded PostgreSQL, below the data folder. */
export interface DataPaths {
  dataDir: string;
  cluster: string;
  /** Password of the only role, mode 600. */
  password: string;
  /** The file that names the process of the service that runs the server. */
  owner: string;
  lock: string;
  log: string;
  /** Followed by the version: a copy of the binaries, made only when those in node_modules cannot be used. */
  binaries: string;
}

export function dataPaths(dataDir: string): DataPaths {
  const root = resolve(dataDir);
  return {
    dataDir: root,
    cluster: join(root, 'postgres'),
    password: join(root, 'postgres.password'),
    owner: join(root, 'postgres.owner.json'),
    lock: join(root, 'postgres.lock'),
    log: join(root, 'postgres.log'),
    binaries: join(root, 'postgres.binaries'),
  };
}
