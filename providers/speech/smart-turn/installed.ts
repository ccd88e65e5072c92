/** The end-of-turn model on this machine, and its installation from a verified download or from disk. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type, { type Static } from 'typebox';
import { parseAs } from '../../../schemas/parse.js';
import { download, InstallError, type OnProgress } from '../sherpa/install-model.js';
import { startSmartTurn } from './detector.js';

/**
 * The released model. Size and checksum are those that nine public projects pin for this file; the file itself could not
 * be fetched where this was written.
 */
export const SMART_TURN = {
  name: 'smart-turn',
  file: 'smart-turn-v3.2-cpu.onnx',
  bytes: 8_679_182,
  sha256: '2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f',
  licence: 'BSD-2-Clause',
  remark: 'hears whether a turn has ended; 23 languages',
} as const;

/** The folder of the file, at a fixed revision. */
const SMART_TURN_URL =
  'https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/f766f81d3cfdf7737ac64aad813d91bbfd56bf93';

const MODEL_FILE = 'model.onnx';
/** Other than that of recognition models, so that they are not mistaken for each other. */
const MANIFEST = 'parley-turn-model.json';

const TurnManifest = Type.Object({
  name: Type.String(),
  licence: Type.Union([Type.String(), Type.Null()]),
  /** Where the file came from. */
  source: Type.String(),
  /** Of the file, hexadecimal. */
  sha256: Type.String(),
  /** ISO 8601. */
  installedAt: Type.String(),
});

/** An end-of-turn model on this machine. */
export interface InstalledTurnModel extends Static<typeof TurnManifest> {
  /** Absolute path of the file. */
  readonly path: string;
  readonly bytes: number;
}

/** The model in `directory`; null if there is none. */
export const installedTurnModel = (directory: string): InstalledTurnModel | null => {
  const folder = join(directory, SMART_TURN.name);
  try {
    const manifest = parseAs(TurnManifest, readFileSync(join(folder, MANIFEST), 'utf8'));
    const path = join(folder, MODEL_FILE);
    return manifest === null ? null : { ...manifest, path, bytes: statSync(path).size };
  } catch {
    return null; // Nothing is installed.
  }
};

/** The file of a folder or of a path on disk. */
interface Source {
  readonly path: string;
  readonly source: string;
}

/**
 * Downloads the released model into `directory`, and resumes an interrupted download.
 * @param url folder of the file; default: the official address
 * @throws InstallError; a file with another checksum is not used, and an earlier model stays
 */
export const installTurnModel = async (
  directory: string,
  onProgress: OnProgress,
  url: string = SMART_TURN_URL,
): Promise<InstalledTurnModel> => {
  await mkdir(directory, { recursive: true });
  const part = join(directory, `.${SMART_TURN.file}.part`);
  const source = `${url.replace(/\/+$/, '')}/${SMART_TURN.file}`;
  await download(source, part, SMART_TURN.bytes, onProgress);
  const installed = await installFile(directory, { path: part, source }, SMART_TURN.sha256);
  await rm(part, { force: true });
  return installed;
};

/**
 * Installs the model from a file on disk.
 * @param sha256 the checksum that the file must have; default: that of the release
 * @throws InstallError
 */
export const installTurnModelFrom = async (
  directory: string,
  path: string,
  sha256: string = SMART_TURN.sha256,
): Promise<InstalledTurnModel> => {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true) throw new InstallError(`${path} is not a file; give ${SMART_TURN.file}`);
  await mkdir(directory, { recursive: true });
  return await installFile(directory, { path, source: basename(path) }, sha256);
};

const installFile = async (
  directory: string,
  { path, source }: Source,
  sha256: string,
): Promise<InstalledTurnModel> => {
  const sum = await checksum(path);
  if (sum !== sha256.toLowerCase())
    throw new InstallError(
      `the checksum of ${basename(source)} is ${sum}, not ${sha256}; if its authors confirm this checksum, repeat with --from <file> --sha256 ${sum}`,
    );
  const work = await mkdtemp(join(directory, '.install-'));
  try {
    const file = join(work, MODEL_FILE);
    await copyFile(path, file);
    const detector = await startSmartTurn(file).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new InstallError(`the model cannot run here: ${reason}`);
    });
    await detector.close();
    const isReleased = sum === SMART_TURN.sha256;
    const manifest: Static<typeof TurnManifest> = {
      name: SMART_TURN.name,
      licence: isReleased ? SMART_TURN.licence : null,
      source,
      sha256: sum,
      installedAt: new Date().toISOString(),
    };
    await writeFile(join(work, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const target = join(directory, SMART_TURN.name);
    await rm(target, { recursive: true, force: true });
    await rename(work, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const installed = installedTurnModel(directory);
  if (installed === null) throw new InstallError(`${SMART_TURN.name} was removed during the installation`);
  return installed;
};

const checksum = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
