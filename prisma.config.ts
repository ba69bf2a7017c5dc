import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';
import { EMBEDDED_PLACEHOLDER_URL } from './prisma/engine/embeddedPlaceholder.ts';

// Prisma reads this file before it looks for its schema engine, and downloads one unless this names another.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('prisma/engine/schema-engine.mjs', import.meta.url));

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // Migrations need a session of their own, which a pooler does not give.
  datasource: { url: process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || EMBEDDED_PLACEHOLDER_URL },
});
