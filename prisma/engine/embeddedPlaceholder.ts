/**
 * Stands in prisma.config.ts where no DATABASE_URL is set. Prisma wants a URL before it asks for anything, but only the
 * engine should start the embedded server, and only for a command that needs a database.
 */
export const EMBEDDED_PLACEHOLDER_URL = 'postgresql://embedded@127.0.0.1/openplug';
