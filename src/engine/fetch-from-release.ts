/**
 * Fetches nats-server from its official release, verified against a checksum pinned here: a checksum from the release's
 * own origin protects against accidents only.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { isSuitable, type NatsServerBinary, probe } from './find-nats-server.js';
import { moveIntoCache } from './move-into-cache.js';

export interface FetchFromReleaseOptions {
  readonly cacheDir: string;
  /** The parent URL of `v<version>/<asset>`. Default: the project's releases on GitHub. */
  readonly baseUrl?: string;
  /** Asset → its SHA-256. Default: {@link RELEASE_SUMS}. */
  readonly sums?: Readonly<Record<string, string>>;
}

/** The release that Parley is tested with. */
export const RELEASE = '2.15.1';

/**
 * Asset → its SHA-256 in hex (docs/contributing/dependencies.md "nats-server"). Platforms missing here are verified against the
 * SHA256SUMS of the release.
 */
const RELEASE_SUMS: Readonly<Record<string, string>> = {
  'nats-server-v2.15.1-linux-amd64.tar.gz':
    'bf5edc7b1ce98e885c368cb43a886eb148dc5d0551d99f3cf6141fb5e1954c70',
  'nats-server-v2.15.1-linux-arm64.tar.gz':
    'e2fbab4cad7d3c76e3052eb959570393c9d73ba756b70bf8e9eea61e9ae6d49c',
  'nats-server-v2.15.1-linux-arm7.tar.gz': 'ddac3887f9b0e17d657d1124bfd648d2f3d98b8b12a0918a0443eff079d2c238',
  'nats-server-v2.15.1-linux-ppc64le.tar.gz':
    '4918414d24b16c30e71352e362b2d89e9e47c557514cefb5d4c6f2523cfee73d',
  'nats-server-v2.15.1-linux-s390x.tar.gz':
    '478644ef83c46f585f9714b05201b5596e718cdd55ef295fb31abef6a71b4646',
};

const BASE_URL = 'https://github.com/nats-io/nats-server/releases/download';
/** A release is about 8 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 180_000;

const PLATFORMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', freebsd: 'freebsd' };
const ARCHITECTURES: Readonly<Record<string, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'arm7',
  s390x: 's390x',
  ppc64: 'ppc64le',
};

/** Asset name for a platform in Node's terms; null if there is no release for it. */
export const assetName = (platform: string, architecture: string): string | null => {
  const os = PLATFORMS[platform];
  const cpu = ARCHITECTURES[architecture];
  return os === undefined || cpu === undefined ? null : `nats-server-v${RELEASE}-${os}-${cpu}.tar.gz`;
};

/** @throws Error that says what went wrong; nothing is left behind, and nothing unverified is run */
export const fetchFromRelease = async (options: FetchFromReleaseOptions): Promise<NatsServerBinary> => {
  const asset = assetName(process.platform, process.arch);
  if (asset === null) throw new Error(`there is no release for ${process.platform} on ${process.arch}`);
  const base = `${options.baseUrl ?? BASE_URL}/v${RELEASE}`;
  const { sums = RELEASE_SUMS } = options;
  const expected = sums[asset] ?? checksumOf(asset, (await download(`${base}/SHA256SUMS`)).toString('utf8'));
  const archive = await download(`${base}/${asset}`);
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== expected) throw new Error(`the checksum of ${asset} is ${actual}, not ${expected}`);
  await mkdir(options.cacheDir, { recursive: true });
  const work = await mkdtemp(join(options.cacheDir, '.fetch-'));
  try {
    await writeFile(join(work, asset), archive);
    const member = `${asset.slice(0, -'.tar.gz'.length)}/nats-server`;
    await promisify(execFile)('tar', ['-xzf', asset, member], { cwd: work, timeout: TIMEOUT_MS });
    const found = await probe(join(work, member));
    if (found === null || !isSuitable(found.version))
      throw new Error('the released program does not run here');
    return await moveIntoCache(options.cacheDir, found);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const checksumOf = (asset: string, sums: string): string => {
  for (const line of sums.split('\n')) {
    const [sum, name] = line.trim().split(/\s+\*?/);
    if (name === asset && sum !== undefined && /^[0-9a-f]{64}$/.test(sum)) return sum;
  }
  throw new Error(`SHA256SUMS does not list ${asset}`);
};

const download = async (url: string): Promise<Buffer> => {
  const response = await fetch(url, { signal: timeoutSignal(TIMEOUT_MS) }).catch((error: unknown) => {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Error(`${url}: ${cause}`);
  });
  if (!response.ok || response.body === null) throw new Error(`${url}: status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`${url}: larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
