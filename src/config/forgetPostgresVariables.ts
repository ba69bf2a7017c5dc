/**
 * Removes from the environment the variables with which node-postgres completes a URL, and returns a sentence for each. They
 * are meant for psql and similar programs. A host or an option of theirs would lead to another database, or break the
 * embedded one. Call it before pg is loaded, because pg chooses its driver then.
 */
export function forgetPostgresVariables(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(readByDriver).flatMap(([name, why]) => {
    if (environment[name] === undefined) return [];
    delete environment[name];
    return [`${name} has no effect: ${why}.`];
  });
}

/** The variables of connection parameters, and the one that names libpq's file of passwords. */
const ofConnections = [
  'PGHOST',
  'PGPORT',
  'PGUSER',
  'PGPASSWORD',
  'PGPASSFILE',
  'PGDATABASE',
  'PGOPTIONS',
  'PGREPLICATION',
  'PGSSLMODE',
  'PGSSLNEGOTIATION',
  'PGAPPNAME',
  'PGCLIENT_ENCODING',
  'PGBINARY',
];

const readByDriver = {
  ...Object.fromEntries(
    ofConnections.map((name) => [name, 'DATABASE_URL alone says which database is used, and how'] as const),
  ),
  // The native driver is another package, without which pg cannot be loaded.
  NODE_PG_FORCE_NATIVE: 'the driver of the service is always the one in JavaScript',
};
