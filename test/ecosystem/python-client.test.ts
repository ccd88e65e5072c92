/**
 * The Python client: pyright checks it under strict together with the programs of its documents, its own tests pass, and it calls,
 * lists, and verifies deliveries at a real service, where the programs of the guide run as well.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createAgent } from '../../testkit/api/resources.js';
import { startWorld } from '../../testkit/service/world.js';
import { codeBlocksOf } from '../docs/code-blocks.js';
import { witness } from './witnesses.js';

t.setTimeout(600_000);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAMS = `${ROOT}test/ecosystem/python-client`;
const GUIDE = 'docs/how-to/python-client.md';
const WRITTEN_URL = 'http://127.0.0.1:8080';
const CALLEE = '+14155550101';
const TOOL_MS = 240_000;

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in the directory. A program that is missing rejects: these tests never skip. */
const run = (
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _options, ...inherited } = process.env;
    const options = {
      cwd,
      timeout: TOOL_MS,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...inherited, PYTHONDONTWRITEBYTECODE: '1', ...env },
    };
    execFile(command, [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve({ status: 0, stdout, stderr });
      else if (typeof error.code === 'number') resolve({ status: error.code, stdout, stderr });
      else reject(error);
    });
  });

/** A program that succeeds; its output. */
const python = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> => {
  const ran = await run('python3', args, dir, env);
  if (ran.status !== 0) throw new Error(`python3 ${args.join(' ')}\n${ran.stdout}\n${ran.stderr}`);
  return ran;
};

interface Report {
  readonly summary: { readonly filesAnalyzed: number; readonly errorCount: number };
  readonly generalDiagnostics: readonly {
    readonly file: string;
    readonly severity: string;
    readonly message: string;
    readonly range: { readonly start: { readonly line: number } };
  }[];
}

const pyright = async (): Promise<Report> => {
  const { stdout } = await run(process.execPath, [witness('pyright/index.js'), '--outputjson'], dir);
  return JSON.parse(stdout);
};

const dir = mkdtempSync(join(tmpdir(), 'parley-python-'));
t.teardown(() => rmSync(dir, { recursive: true, force: true }));
for (const part of ['parley_voice', 'tests'])
  cpSync(`${ROOT}packages/python/${part}`, join(dir, part), {
    recursive: true,
    filter: (path) => basename(path) !== '__pycache__',
  });
cpSync(join(PROGRAMS, 'exercise.py'), join(dir, 'exercise.py'));
writeFileSync(
  join(dir, 'pyrightconfig.json'),
  JSON.stringify({ include: ['.'], typeCheckingMode: 'strict', pythonVersion: '3.11' }),
);

/** The programs of a document, as files. */
const programsOf = (path: string, folder: string): readonly string[] => {
  mkdirSync(join(dir, folder));
  return codeBlocksOf(path)
    .filter(({ language }) => language === 'python')
    .map(({ text }, index) => {
      const file = join(folder, `example_${index + 1}.py`);
      writeFileSync(join(dir, file), text);
      return file;
    });
};
const guide = programsOf(GUIDE, 'guide');
const readme = programsOf('packages/python/README.md', 'readme');

t.test('pyright finds nothing in the client and its programs, and sees planted errors', async (t) => {
  t.ok(guide.length >= 5 && readme.length >= 3, `${guide.length} and ${readme.length} programs`);
  const { summary, generalDiagnostics } = await pyright();
  t.same(generalDiagnostics, []);
  t.equal(summary.errorCount, 0);
  t.ok(summary.filesAnalyzed > 15 + guide.length + readme.length - 3, `${summary.filesAnalyzed} files`);

  const planted = join(dir, 'planted.py');
  cpSync(join(PROGRAMS, 'planted.py'), planted);
  const found = await pyright();
  rmSync(planted);
  const lines = readFileSync(join(PROGRAMS, 'planted.py'), 'utf8').split('\n');
  const wrong = lines.flatMap((line, index) => (/parley\.calls/.test(line) ? [index] : []));
  const errors = found.generalDiagnostics.filter(({ severity }) => severity === 'error');
  t.ok(errors.every(({ file }) => basename(file) === 'planted.py'));
  t.same([...new Set(errors.map(({ range }) => range.start.line))], wrong, 'an error on each of its lines');
  t.comment(`pyright: ${summary.filesAnalyzed} files, 0 errors; planted: ${errors.length} errors`);
});

t.test('the tests of the client pass', async (t) => {
  const { stderr } = await python(['-m', 'unittest']);
  const count = Number(/^Ran (\d+) tests/m.exec(stderr)?.[1]);
  t.ok(count >= 40, `${count} tests`);
  t.match(stderr, /^OK$/m, 'none is skipped');
  t.comment(`unittest: ${count} tests`);
});

interface Outcome {
  readonly statuses: readonly string[];
  readonly speakers: readonly string[];
  readonly started: readonly string[];
  readonly listed: readonly string[];
  readonly verdicts: readonly string[];
  readonly forged: readonly string[];
  readonly error: readonly unknown[];
  readonly csv: number;
}

t.test('the client at a real service', async (t) => {
  const world = await startWorld(t, { PARLEY_DEVELOPMENT: '1' });
  const { url } = world.service();
  await world.network.callee(CALLEE, {
    outcome: 'answer',
    ringMs: 100,
    steps: [{ atMs: 3_000, do: { type: 'hang_up' } }],
  });

  await t.test('calls, lists, deliveries and errors', async (t) => {
    const { stdout } = await python(['exercise.py'], { KEY: world.apiKey, BASE_URL: url, TO: CALLEE });
    const outcome: Outcome = JSON.parse(stdout);
    t.same(outcome.statuses, ['completed', 'completed', 'completed']);
    t.ok(outcome.speakers.includes('assistant'), 'the transcript has what the agent said');
    t.same([...outcome.listed].sort(), [...outcome.started].sort(), 'each call once, over three pages');
    t.same(outcome.verdicts, ['voice.call.ended', 'voice.call.ended', 'voice.call.ended']);
    const invalid = 'webhook_signature_invalid';
    t.same(outcome.forged, [invalid, invalid, 'webhook_headers_invalid']);
    t.same(outcome.error, ['call_not_found', 404, false, true]);
    t.ok(outcome.csv >= 4, `${outcome.csv} lines of the export`);
    t.comment(`service: ${outcome.started.length} calls, ${outcome.verdicts.length} verified deliveries`);
  });

  await t.test('the programs of the guide', async (t) => {
    const { id: agentId } = await createAgent(world.client(), {
      channel: 'voice',
      name: 'Bea',
      instructions: 'Say "Yes.".',
      voiceSettings: { firstGreeting: 'Hello.' },
    });
    const env = { KEY: world.apiKey, AGENT: agentId, PYTHONPATH: dir };
    let ran = 0;
    for (const file of guide) {
      const text = readFileSync(join(dir, file), 'utf8');
      // A receiver runs until it is stopped; pyright has checked it.
      if (text.includes('serve_forever')) continue;
      writeFileSync(join(dir, file), text.replaceAll(WRITTEN_URL, url));
      const { stdout } = await python([file], env);
      t.not(stdout.trim(), '', `${file} prints something`);
      ran += 1;
    }
    t.ok(ran >= 4);
    t.comment(`guide: ${ran} of ${guide.length} programs run`);
  });
});
