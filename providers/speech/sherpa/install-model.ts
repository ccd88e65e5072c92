/**
 * Installs a recognition model, from a verified download or from disk. An installed model is always complete: its folder
 * appears under its name only once the engine has accepted its files.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { RELEASE_URL, type ReleasedModel } from './catalogue.js';
import {
  hasEngine,
  type InstalledModel,
  installedModels,
  MANIFEST,
  MODEL_FILES,
  MODEL_NAME,
  type ModelManifest,
} from './installed-models.js';
import { tryModel } from './sherpa-recogniser.js';

/** The reason that a model cannot be installed; the message says what to do. */
export class InstallError extends Error {}

/** Bytes that are there, of the total. */
export type OnProgress = (bytes: number, total: number) => void;

/** A download without data for this long has stalled, ms. */
const SILENCE_MS = 60_000;
const UNPACK_MS = 300_000;

/**
 * Downloads a released model into `directory`, and resumes an interrupted download.
 * @param url folder of the archive; default: the official release
 * @throws InstallError; nothing unverified is unpacked, and an earlier model of the name stays
 */
export const installReleased = async (
  directory: string,
  model: ReleasedModel,
  onProgress: OnProgress,
  url = RELEASE_URL,
): Promise<InstalledModel> => {
  requireEngine();
  await mkdir(directory, { recursive: true });
  const archive = join(directory, `.${model.archive}.part`);
  const source = `${url.replace(/\/+$/, '')}/${model.archive}`;
  await download(source, archive, model.bytes, onProgress);
  const sum = await checksum(archive);
  if (sum !== model.sha256) {
    await rm(archive, { force: true });
    throw new InstallError(
      `the checksum of ${model.archive} is ${sum}, not ${model.sha256}; try again, or use another source`,
    );
  }
  const { name, language, licence } = model;
  const manifest = { name, language, licence, source, installedAt: new Date().toISOString() };
  const installed = await installArchive(directory, archive, manifest);
  await rm(archive, { force: true });
  return installed;
};

/**
 * Installs a model from a folder or an archive on disk (encoder, decoder and joiner in ONNX, tokens.txt) as `name`.
 * @throws InstallError
 */
export const installFromDisk = async (
  directory: string,
  name: string,
  path: string,
): Promise<InstalledModel> => {
  requireEngine();
  if (!MODEL_NAME.test(name))
    throw new InstallError(
      `"${name}" is not a valid model name; use lowercase letters, digits, dots and dashes`,
    );
  const found = await stat(path).catch(() => null);
  if (found === null) throw new InstallError(`${path} does not exist`);
  const installedAt = new Date().toISOString();
  const manifest = { name, language: null, licence: null, source: basename(path), installedAt };
  await mkdir(directory, { recursive: true });
  return found.isDirectory()
    ? await installFolder(directory, path, manifest)
    : await installArchive(directory, path, manifest);
};

const requireEngine = (): void => {
  if (!hasEngine())
    throw new InstallError('the package sherpa-onnx-node is not installed; run npm install sherpa-onnx-node');
};

const installArchive = async (
  directory: string,
  archive: string,
  manifest: ModelManifest,
): Promise<InstalledModel> => {
  const work = await mkdtemp(join(directory, '.unpack-'));
  try {
    // tar detects the compression itself, and writes nothing outside the folder.
    await promisify(execFile)('tar', ['-xf', archive, '-C', work], { timeout: UNPACK_MS }).catch(() => {
      throw new InstallError(
        `${basename(archive)} cannot be unpacked; check that tar and bzip2 are installed, and that it is an archive`,
      );
    });
    return await installFolder(directory, work, manifest);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const installFolder = async (
  directory: string,
  from: string,
  manifest: ModelManifest,
): Promise<InstalledModel> => {
  const files = await modelFiles(from);
  const work = await mkdtemp(join(directory, '.install-'));
  try {
    for (const [index, file] of files.entries()) await copyFile(file, join(work, MODEL_FILES[index] ?? ''));
    await tryModel(work).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new InstallError(`it is not a streaming transducer that sherpa-onnx supports: ${reason}`);
    });
    await writeFile(join(work, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const target = join(directory, manifest.name);
    // Replaces a model of the same name; a service that uses it has its files open.
    await rm(target, { recursive: true, force: true });
    await rename(work, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const installed = installedModels(directory).find(({ name }) => name === manifest.name);
  if (installed === undefined) throw new InstallError(`${manifest.name} was removed during the installation`);
  return installed;
};

/** The files for {@link MODEL_FILES}, in order. Of several variants, int8 is chosen: it is as good, at half the work. */
const modelFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return MODEL_FILES.map((wanted) => {
    const [stem = '', extension = ''] = wanted.split('.');
    const matching = files.filter((file) => {
      const name = basename(file);
      return name.startsWith(stem) && name.endsWith(`.${extension}`);
    });
    const isQuantised = (file: string): boolean => file.endsWith('.int8.onnx');
    // The decoder is small, and recognises better in full precision.
    const best = matching.find((file) => isQuantised(file) === (stem !== 'decoder')) ?? matching[0];
    if (best === undefined) throw new InstallError(`the model has no ${stem}….${extension}`);
    return best;
  });
};

/**
 * Downloads a file of `bytes` bytes to `path`, and resumes an interrupted download. Its content is not verified.
 * @throws InstallError
 */
export const download = async (
  url: string,
  path: string,
  bytes: number,
  onProgress: OnProgress,
): Promise<void> => {
  const downloaded = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (downloaded === bytes) return;
  const from = downloaded < bytes ? downloaded : 0;
  const abort = new AbortController();
  let timeout = setTimeout(() => abort.abort(), SILENCE_MS);
  try {
    const response = await fetch(url, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      signal: abort.signal,
    });
    if (!response.ok || response.body === null)
      throw new InstallError(`${url} responded with status ${response.status}`);
    const continues = response.status === 206;
    let size = continues ? from : 0;
    const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        clearTimeout(timeout);
        timeout = setTimeout(() => abort.abort(), SILENCE_MS);
        size += chunk.byteLength;
        if (size > bytes)
          throw new InstallError(`${url} is larger than ${bytes} bytes; it is not the expected file`);
        onProgress(size, bytes);
        yield chunk;
      }
    };
    const file = createWriteStream(path, { flags: continues ? 'a' : 'w', mode: 0o600 });
    await pipeline(Readable.fromWeb(response.body), counted, file);
    if (size < bytes)
      throw new InstallError(`${url} ended after ${size} of ${bytes} bytes; run the command again to resume`);
  } catch (error) {
    if (error instanceof InstallError) throw error;
    throw new InstallError(
      `${url} cannot be downloaded; run the command again to resume, or use a file with --from`,
    );
  } finally {
    clearTimeout(timeout);
  }
};

const checksum = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
