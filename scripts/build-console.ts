/**
 * Builds the console and the API reference at /docs into `dist/console`, and writes the compressed versions of every file next to it,
 * also of tiny ones: the package has these alone. Part of `npm run build`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { SUFFIXES } from '../gateway/content/console-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = join(ROOT, 'dist', 'console');

const CONFIG = { configFile: join(ROOT, 'console', 'vite.config.ts'), logLevel: 'warn' } as const;

await build(CONFIG);
await build({
  ...CONFIG,
  build: {
    emptyOutDir: false,
    // In KB: Swagger UI is a file of its own.
    chunkSizeWarningLimit: 1_900,
    rolldownOptions: {
      input: [join(ROOT, 'console', 'docs.html')],
      output: { codeSplitting: false },
    },
  },
});

for (const name of readdirSync(TARGET, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(html|js|css|svg)$/.test(name)) continue;
  const path = join(TARGET, name);
  const content = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${path}${SUFFIXES.br}`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}${SUFFIXES.gzip}`, gzipSync(content, { level: 9 }));
}
