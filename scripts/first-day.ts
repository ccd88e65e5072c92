/**
 * The first day of an integrator, by the stopwatch: a clone of this checkout's commit, the first command of docs/tutorials/own-project.md,
 * `parley init`, and a call by the project's own program with its webhook verified. Home, npm cache and Parley's cache are
 * empty. Prints the seconds of each step; exits with 1 if a step fails, or if all of them take more than five minutes.
 *
 * `--local-binary`: better-sqlite3 gets its binary from this checkout instead of GitHub, for a machine that cannot reach it and would
 * compile for minutes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));
const LIMIT_S = 300;
/** A step that takes longer has failed; a loaded machine is several times slower than the limit allows for. */
const STEP_MS = 1_800_000;
const READY = /"event":"service\.ready"/;

const place = mkdtempSync(join(tmpdir(), 'parley-first-day-'));
const home = join(place, 'home');
const clone = join(place, 'parley');
const project = join(place, 'my-agents');
mkdirSync(home);

/** Names of this process's environment that a stranger's shell has, too. */
const KEPT = ['PATH', 'LANG', 'TZ', 'MEDIASOUP_WORKER_BIN', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** What prebuild-install takes for a release of better-sqlite3 that it would download. */
const localBinary = (): Readonly<Record<string, string>> => {
  const folder = join(CHECKOUT, 'node_modules', 'better-sqlite3');
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const { platform, arch, versions } = process;
  const archive = join(
    place,
    `better-sqlite3-v${version}-node-v${versions.modules}-${platform}-${arch}.tar.gz`,
  );
  execFileSync('tar', ['-czf', archive, '-C', folder, 'build/Release/better_sqlite3.node']);
  return { npm_config_better_sqlite3_local_prebuilds: place };
};

const env = {
  ...Object.fromEntries(
    KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  HOME: home,
  npm_config_cache: join(home, '.npm'),
  ...(process.env.npm_config_registry === undefined
    ? {}
    : { npm_config_registry: process.env.npm_config_registry }),
  ...(process.argv.includes('--local-binary') ? localBinary() : {}),
};

const start = (command: string, cwd: string): ChildProcess =>
  spawn('bash', ['-euo', 'pipefail', '-c', command], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Resolves with the output when the command has ended. */
const run = (command: string, cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = start(command, cwd);
    const timer = setTimeout(() => stop(child, 'SIGKILL'), STEP_MS);
    let output = '';
    child.stdout?.on('data', (text) => {
      output += String(text);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ended with ${String(code)}\n${output}`));
    });
  });

/** Ends the process group that was started here. */
const stop = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
};

/** Resolves when the service is ready. */
const serve = (): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = start('PARLEY_DEVELOPMENT=1 npx parley serve', clone);
    let output = '';
    child.stdout?.on('data', (text) => {
      output += String(text);
      if (READY.test(output)) resolve(child);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${String(code)}\n${output}`)));
    setTimeout(() => reject(new Error('the service did not start')), STEP_MS).unref();
  });

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => void child.once('exit', () => resolve()));

const seconds: [step: string, seconds: number][] = [];
const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now();
  const result = await work();
  const took = (performance.now() - startedAt) / 1_000;
  seconds.push([step, took]);
  process.stdout.write(`${took.toFixed(1).padStart(7)} s  ${step}\n`);
  return result;
};

let service: ChildProcess | null = null;
try {
  process.stdout.write(`load average ${loadavg()[0]?.toFixed(1)}, ${availableParallelism()} cores\n`);
  await timed('git clone', () => run(`git clone --quiet 'file://${CHECKOUT}' '${clone}'`, place));
  await timed('npm ci', () => run('npm ci --no-audit --no-fund', clone));
  service = await timed('parley serve, until it is ready', serve);
  await timed('parley init', () => run(`npx parley init '${project}'`, clone));
  await timed('npm install, in the project', () => run('npm install --no-audit --no-fund', project));
  await timed('npm run apply', () => run('npm run --silent apply', project));
  const called = await timed('npm run call', () => run('npm run --silent call', project));
  if (!called.includes('Webhook verified: voice.call.ended'))
    throw new Error(`no webhook was verified\n${called}`);
  const total = seconds.reduce((sum, [, took]) => sum + took, 0);
  process.stdout.write(`${total.toFixed(1).padStart(7)} s  in all; at most ${LIMIT_S}\n`);
  if (total > LIMIT_S) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  if (service !== null) {
    stop(service, 'SIGTERM');
    await ended(service);
  }
  rmSync(place, { recursive: true, force: true });
}
