/** How the console is built, and served during development: `PARLEY_URL=http://127.0.0.1:8080 npm run console:dev`. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { scopedName } from './testing/class-names.js';

const service = process.env.PARLEY_URL ?? 'http://127.0.0.1:8080';
const proxied = Object.fromEntries(
  ['/api', '/recordings', '/samples', '/files'].map((path) => [
    path,
    { target: service, ws: path === '/api' },
  ]),
);

/** They replace modules that other tests import. */
const MOCKING = ['features/session/role.test.ts', 'features/live/line.test.ts'];

// biome-ignore lint/style/noDefaultExport: Vite expects its configuration as the default export.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // `.is-chosen` of a `*.module.css` is `styles.isChosen`.
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: scopedName } },
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    // Small assets inlined into the page would be refused by its own policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // One sheet for all pages: together they take less than half of what Swagger UI's takes, which has a build of its own.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page loads is one file: in thirty it takes an eighth more.
          groups: [{ name: 'shared', tags: ['$initial'] }],
        },
      },
      // Libraries mark code that runs in browsers; here all code does. The build takes seconds.
      checks: { moduleLevelDirective: false, bundlerTimings: false },
    },
  },
  test: {
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      // A process of its own for each file takes three times the processor time.
      {
        extends: true,
        test: { name: 'shared', include: ['**/*.test.ts'], exclude: MOCKING, isolate: false },
      },
      // Components, in a document.
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [fileURLToPath(new URL('testing/dom.ts', import.meta.url))],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own', include: MOCKING } },
    ],
  },
  server: { host: '127.0.0.1', proxy: proxied },
});
