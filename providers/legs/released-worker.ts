/**
 * Downloads the worker that mediasoup's authors build for each release (their npm-scripts.mjs, `downloadPrebuiltWorker`). It needs no
 * compiler, and runs before it is kept.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { WORKER_SUMS } from './worker-sums.js';

/** The releases of mediasoup's authors. */
const RELEASES = 'https://github.com/versatica/mediasoup/releases/download';
/** An archive has some 3 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
const UNPACK_MS = 30_000;
const START_MS = 10_000;
/** The worker's exit status without the variable of its version: it runs on this machine (worker/src/main.cpp). */
const RUNS = 41;
const PROGRAM = 'mediasoup-worker';

/** The worker cannot be downloaded; the message says why. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

export interface ReleasedWorkerOptions {
  /** Version of the package. */
  readonly version: string;
  /** Where the program is kept. */
  readonly target: string;
  /** The parent URL of `<version>/<archive>`. Default: {@link RELEASES}. */
  readonly url?: string | undefined;
  /** SHA-256 that the archive must have, in hex. Default: the pinned sum, if there is one. */
  readonly sha256?: string | undefined;
  /** Longest silence of the server, ms. */
  readonly silenceMs?: number;
  /** Longest download, ms. */
  readonly downloadMs?: number;
  /** Receives lines for the operator. */
  readonly onLine: (line: string) => void;
  /** `total`: null if the server does not say. */
  readonly onProgress: (bytes: number, total: number | null) => void;
}

/** Name of the archive for this machine. Kernels from 6 on have an archive of their own, because of their interface for input and output. */
export const archiveName = (version: string): string => {
  const kernel = process.platform === 'linux' ? `-kernel${Number(release().split('.')[0])}` : '';
  return `${PROGRAM}-${version}-${process.platform}-${process.arch}${kernel}.tgz`;
};

/**
 * Downloads, verifies and tries the worker, then moves it to `target`. An archive without a known sum is accepted over https only, and
 * a line says so. Resolves with `target`. @throws DownloadFailed; nothing is left behind
 */
export const downloadWorker = async (options: ReleasedWorkerOptions): Promise<string> => {
  const { version, target, url = RELEASES, onLine } = options;
  const archive = archiveName(version);
  const address = `${url.replace(/\/+$/, '')}/${version}/${archive}`;
  const expected = options.sha256?.toLowerCase() ?? WORKER_SUMS[archive] ?? null;
  if (expected === null && !address.startsWith('https://'))
    throw new DownloadFailed(
      `${address} is not https, and ${archive} has no pinned checksum; give its --sha256`,
    );
  onLine(`Downloading ${address}`);
  const bytes = await download(address, options);
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (expected !== null && sum !== expected)
    throw new DownloadFailed(`the SHA-256 of ${archive} is ${sum}, not ${expected}`);
  if (expected === null)
    onLine(`${archive} has no pinned checksum; https alone vouches for it. Its SHA-256 is ${sum}`);
  const directory = dirname(target);
  await mkdir(directory, { recursive: true });
  const work = await mkdtemp(join(directory, '.worker-'));
  try {
    await writeFile(join(work, archive), bytes);
    await promisify(execFile)('tar', ['-xzf', archive, PROGRAM], { cwd: work, timeout: UNPACK_MS }).catch(
      () => {
        throw new DownloadFailed(`${archive} is not an archive with ${PROGRAM}`);
      },
    );
    const program = join(work, PROGRAM);
    await chmod(program, 0o700 | ((await stat(directory)).mode & 0o055));
    const status = await exitStatus(program);
    if (status !== RUNS)
      throw new DownloadFailed(`the released worker does not run on this system (${status})`);
    await rename(program, target);
    return target;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** Runs it without an environment. */
const exitStatus = (program: string): Promise<number | string> =>
  new Promise((resolve) => {
    const child = spawn(program, { env: {}, stdio: 'ignore', timeout: START_MS });
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no status'));
  });

const download = async (
  address: string,
  { silenceMs = 20_000, downloadMs = 300_000, onProgress }: ReleasedWorkerOptions,
): Promise<Buffer> => {
  const stop = new AbortController();
  const abort = (reason: string) => () => stop.abort(new DownloadFailed(`${address}: ${reason}`));
  const whole = setTimeout(abort('the download took too long'), downloadMs);
  const silence = setTimeout(abort('the server sends nothing'), silenceMs);
  try {
    const response = await fetch(address, { signal: stop.signal });
    if (!response.ok || response.body === null)
      throw new DownloadFailed(`${address}: status ${response.status}`);
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = Number.isSafeInteger(length) ? length : null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      silence.refresh();
      size += chunk.byteLength;
      if (size > MAX_BYTES) throw new DownloadFailed(`${address}: larger than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
      onProgress(size, total);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof DownloadFailed) throw error;
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new DownloadFailed(`${address}: ${cause}`);
  } finally {
    clearTimeout(whole);
    clearTimeout(silence);
    stop.abort();
  }
};
