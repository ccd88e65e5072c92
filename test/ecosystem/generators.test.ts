/**
 * Other generators read the service's document: each makes a client that compiles under `strict`, makes a call and runs a campaign of
 * 20 at a real service. The types of our own client hold under TypeScript 5 as well.
 */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import t, { type Test } from 'tap';
import { startWorld } from '../../testkit/service/world.js';
import { CLIENT, NODE_22, runTool, typeCheck, WITNESSES, witness } from './witnesses.js';

t.setTimeout(1_800_000);

const FIXTURES = fileURLToPath(new URL('../../../test/ecosystem/fixtures/', import.meta.url));
/** Longer names are unreadable in an editor. */
const MAX_NAME = 60;
/** orval writes a file for each schema. */
const MAX_FILES = 1_500;
const RECIPIENTS = 20;

const dir = mkdtempSync(join(tmpdir(), 'parley-generators-'));
t.teardown(() => rmSync(dir, { recursive: true, force: true }));
symlinkSync(WITNESSES, join(dir, 'node_modules'));

const world = await startWorld(t);
const { url: baseUrl } = world.service();
const document = await (await fetch(`${baseUrl}/api/v1/openapi.json`)).text();
/** Numbers of their own for each generator: a contact is there once. */
const numbersOf = (generator: number): readonly string[] =>
  Array.from({ length: RECIPIENTS }, (_number, index) => `+14155550${200 + generator * RECIPIENTS + index}`);
for (const number of [0, 1, 2].flatMap(numbersOf))
  await world.network.callee(number, {
    outcome: 'answer',
    ringMs: 100,
    steps: [{ atMs: 700, do: { type: 'hang_up' } }],
  });

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: [],
    skipLibCheck: true,
  },
  include: ['**/*.ts'],
};

/** A project with the document and the fixture as its program. */
const projectOf = (name: string, compilerOptions: object = {}): string => {
  const cwd = join(dir, name);
  mkdirSync(cwd);
  const tsconfig = { ...TSCONFIG, compilerOptions: { ...TSCONFIG.compilerOptions, ...compilerOptions } };
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(tsconfig));
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
  copyFileSync(join(FIXTURES, `${name}.ts.txt`), join(cwd, 'main.ts'));
  return cwd;
};

/** A project for a generator: with the document, and what to do at the service. */
const generatorProject = (name: string, generator: number): string => {
  const numbers = numbersOf(generator);
  const cwd = projectOf(name);
  const { apiKey, businessId } = world;
  writeFileSync(join(cwd, 'document.json'), document);
  copyFileSync(join(FIXTURES, 'journey.ts.txt'), join(cwd, 'journey.ts'));
  writeFileSync(
    join(cwd, 'task.ts'),
    `export const task = ${JSON.stringify({ baseUrl, apiKey, businessId, numbers })};\n`,
  );
  return cwd;
};

/** What was generated. */
const measure = (cwd: string) => {
  const root = join(cwd, 'generated');
  const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^export (?:declare )?(?:type|interface|const|function|class|enum) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  return {
    files: texts.length,
    lines: texts.reduce((lines, text) => lines + text.split('\n').length, 0),
    longest: names.reduce((longest, name) => (name.length > longest.length ? name : longest), ''),
  };
};

/** Checks the generated files and the program on them, and runs it. */
const checkProject = async (t: Test, name: string, cwd: string): Promise<void> => {
  const { files, lines, longest } = measure(cwd);
  t.comment(`${name}: ${files} files, ${lines} lines, longest name ${longest} (${longest.length})`);
  t.ok(lines > 1_000, 'it generates');
  t.ok(files <= MAX_FILES, `${files} files`);
  t.ok(longest.length <= MAX_NAME, longest);
  await typeCheck(cwd);
  t.pass('it compiles under strict');
  const main = join(cwd, 'main.mjs');
  await build({
    entryPoints: [join(cwd, 'main.ts')],
    outfile: main,
    bundle: true,
    format: 'esm',
    logLevel: 'error',
  });
  const outcome: unknown = JSON.parse((await runTool(NODE_22, [main], cwd)).trim().split('\n').at(-1) ?? '');
  t.strictSame(outcome, { call: 'completed', campaign: 'completed', outcomes: RECIPIENTS });
};

await t.test('openapi-typescript and openapi-fetch', async (t) => {
  const cwd = generatorProject('openapi-fetch', 0);
  // A field with a default may be left out of a request.
  const options = ['--default-non-nullable=false', '-o', 'generated/api.ts'];
  await runTool(NODE_22, [witness('openapi-typescript/bin/cli.js'), 'document.json', ...options], cwd);
  await checkProject(t, 'openapi-typescript', cwd);
});

await t.test('hey-api', async (t) => {
  const cwd = generatorProject('hey-api', 1);
  const generator = witness('@hey-api/openapi-ts/bin/run.js');
  await runTool(NODE_22, [generator, '-i', 'document.json', '-o', 'generated', '--silent'], cwd);
  await checkProject(t, 'hey-api', cwd);
});

await t.test('orval', async (t) => {
  const cwd = generatorProject('orval', 2);
  const output = {
    target: './generated/api.ts',
    schemas: './generated/model',
    client: 'fetch',
    mode: 'split',
    baseUrl,
  };
  const config = { parley: { input: { target: './document.json' }, output } };
  writeFileSync(join(cwd, 'orval.config.mjs'), `export default ${JSON.stringify(config)};\n`);
  await runTool(NODE_22, [witness('orval/dist/bin/orval.mjs'), '--config', 'orval.config.mjs'], cwd);
  await checkProject(t, 'orval', cwd);
});

await t.test('the types of parley-voice-client', async (t) => {
  const cwd = projectOf('client', {
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
  });
  const installed = join(cwd, 'node_modules', 'parley-voice-client');
  cpSync(join(CLIENT, '..'), installed, {
    recursive: true,
    filter: (path) => !path.includes('/src') && !path.endsWith('node_modules'),
  });
  await typeCheck(cwd);
  t.pass('they compile, and refuse what the service would refuse');
});
