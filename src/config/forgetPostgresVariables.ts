/**
 * Takes from the environment what node-postgres would fill in where a URL leaves something open, and returns a sentence
 * for each. Such variables are meant for psql and the like; an option or a host of theirs would change which database is
 * worked on, and how, or break the embedded one.
 */
export function forgetPostgresVariables(environment: NodeJS.ProcessEnv): string[] {
  return readByDriver.flatMap((name) => {
    if (environment[name] === undefined) return [];
    delete environment[name];
    return [`${name} has no effect: DATABASE_URL alone says which database is used, and how.`];
  });
}

/** PG and the name of a connection parameter; and where libpq has a password from. */
const readByDriver = [
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
