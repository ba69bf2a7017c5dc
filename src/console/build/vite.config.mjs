import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const pathTo = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Builds the console into dist/console, from where the service serves it. */
export default defineConfig({
  root: pathTo('..'),
  base: '/console/',
  logLevel: 'warn',
  build: {
    outDir: pathTo('../../../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows no data: URLs for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In kB. A test limits what the first page loads, compressed.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { onLog: leaveDirectivesOut, checks: { bundlerTimings: false } },
  },
  plugins: [compressAssets()],
});

/** React Router marks its modules for servers that render; nothing is rendered here. */
function leaveDirectivesOut(level, log, handler) {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handler(level, log);
}

/** The best quality takes longer than the rest of the build, and saves three percent. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes each script and style sheet in the two encodings that browsers accept, so that no request has to compress. */
function compressAssets() {
  return {
    name: 'compress-assets',
    // After all other plugins have changed what is written.
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
        const source = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(source, quick));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(source, { level: 9 }));
      }
    },
  };
}
