import { z } from 'zod';
import { problemOfDatabaseUrl } from './databaseUrl.ts';
import { wholeNumber } from './settingForms.ts';

/** The database, and how long finished deliveries, refused requests and refused payments stay in it. */
export const databaseSettings = {
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl().optional(),
  /** The URL of the server itself, past a pooler, for connections that need their own session. */
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  DATABASE_ADMIN_POOL_SIZE: wholeNumber(1, 1000).default(5),
  RETENTION_DAYS: wholeNumber(1, 36_500).default(90),
};

function databaseUrl() {
  return z.string().superRefine((text, context) => {
    const message = problemOfDatabaseUrl(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
}
