/**
 * Takes from the environment what node-postgres would fill in where a URL leaves something open, and returns a sentence
 * for each. Such variables are meant for psql and the like; an option or a host of theirs would change which database is
 * worked on, and how, or break the embedded one. To be called before pg is loaded, which chooses its driver then.
 */
export function forgetPostgresVariables(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(readByDriver).flatMap(([name, why]) => {
    if (environment[name] === undefined) return [];
    delete environment[name];
    return [`${name} has no effect: ${why}.`];
  });
}

/** PG and the name of a connection parameter; and where libpq has a password from. */
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
