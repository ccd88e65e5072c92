/** `parley speech`: recognition models on this machine. */
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { RELEASED_MODELS } from '../../providers/speech/sherpa/catalogue.js';
import {
  InstallError,
  installFromDisk,
  installReleased,
} from '../../providers/speech/sherpa/install-model.js';
import { type InstalledModel, installedModels } from '../../providers/speech/sherpa/installed-models.js';
import {
  type InstalledTurnModel,
  installedTurnModel,
  installTurnModel,
  installTurnModelFrom,
  SMART_TURN,
} from '../../providers/speech/smart-turn/installed.js';
import { addAction } from '../admin/action.js';
import type { AdminOptions } from '../admin/as-admin.js';
import { ConfigError, dataDirectory } from '../config/index.js';
import { speechDirectory } from '../config/speech-setting.js';
import { loadEnvironment } from '../config-file/environment.js';

interface InstallOptions extends AdminOptions {
  readonly model?: string;
  readonly from?: string;
  readonly url?: string;
  readonly sha256?: string;
}

const MIB = 1024 * 1024;

/** Adds the command. */
export const addSpeechCommands = (program: Command): void => {
  const speech = program
    .command('speech')
    .description('Speech recognition on this machine, without an account.');
  addAction(
    speech
      .command('install')
      .description('Install a recognition model; parley serve uses it from its next start.')
      .option(
        '--model <name>',
        `name of the model (default ${RELEASED_MODELS[0].name}; see parley speech list)`,
      )
      .option(
        '--from <path>',
        'folder or archive on disk to install instead of a download; --model is its name',
      )
      .option('--url <address>', "base URL of the release's archives, instead of the official one")
      .option(
        '--sha256 <checksum>',
        `with --model ${SMART_TURN.name} --from: the checksum that the file must have instead of the pinned one`,
      )
      .addHelpText(
        'after',
        `
Downloads are verified by SHA-256; an interrupted download resumes where it stopped.
Models are streaming transducers for sherpa-onnx: encoder, decoder and joiner in ONNX, and tokens.txt. ${SMART_TURN.name} is one ONNX
file that hears whether a turn has ended, for every recogniser that does not report it.`,
      ),
    install,
  );
  addAction(speech.command('list').description('List installed and available models.'), async (options) => {
    const directory = directoryOf(options);
    const turnModel = installedTurnModel(directory);
    const recognition = installedModels(directory).map(formatModel);
    return {
      installed: turnModel === null ? recognition : [...recognition, formatTurnModel(turnModel)],
      released: [...RELEASED_MODELS, { ...SMART_TURN, language: '23 languages' }].map(
        ({ name, language, bytes, licence, remark }) => ({
          name,
          language,
          mib: Math.round(bytes / MIB),
          licence,
          remark,
        }),
      ),
    };
  });
};

const directoryOf = ({ dataDir }: AdminOptions): string => {
  const { env } = loadEnvironment(undefined, process.env, process.cwd());
  return speechDirectory(dataDirectory(dataDir, env), env);
};

const formatModel = ({ name, language, licence, bytes, source, installedAt }: InstalledModel) => ({
  name,
  language,
  licence,
  mib: Math.round(bytes / MIB),
  source,
  installedAt,
});

const formatTurnModel = ({ name, licence, bytes, source, installedAt }: InstalledTurnModel) => ({
  name,
  language: null,
  licence,
  mib: Math.round(bytes / MIB),
  source,
  installedAt,
});

const install = async (options: InstallOptions): Promise<object> => {
  const directory = directoryOf(options);
  try {
    return {
      installed: [
        options.model === SMART_TURN.name
          ? formatTurnModel(await installTurn(directory, options))
          : formatModel(await installModel(directory, options)),
      ],
      next: 'parley serve uses it from its next start',
    };
  } catch (error) {
    throw error instanceof InstallError ? new ConfigError(error.message) : error;
  }
};

const installModel = async (
  directory: string,
  { model, from, url, sha256 }: InstallOptions,
): Promise<InstalledModel> => {
  if (sha256 !== undefined) throw new ConfigError(`--sha256 is for --model ${SMART_TURN.name} with --from`);
  if (from !== undefined) {
    if (url !== undefined) throw new ConfigError('give --from or --url, not both');
    return await installFromDisk(directory, model ?? nameOf(from), resolve(from));
  }
  const wanted = model ?? RELEASED_MODELS[0].name;
  const released = RELEASED_MODELS.find(({ name }) => name === wanted);
  if (released === undefined)
    throw new ConfigError(
      `there is no model ${wanted}; write one of ${[...RELEASED_MODELS, SMART_TURN].map(({ name }) => name).join(', ')}, or give its files with --from`,
    );
  process.stderr.write(`${released.name}: ${Math.round(released.bytes / MIB)} MiB, ${released.licence}\n`);
  return await installReleased(directory, released, progress(), url);
};

const CHECKSUM = /^[0-9a-f]{64}$/i;

const installTurn = async (
  directory: string,
  { from, url, sha256 }: InstallOptions,
): Promise<InstalledTurnModel> => {
  if (sha256 !== undefined && !CHECKSUM.test(sha256))
    throw new ConfigError('--sha256 must be 64 hexadecimal digits, as sha256sum prints them');
  if (from !== undefined) {
    if (url !== undefined) throw new ConfigError('give --from or --url, not both');
    return await installTurnModelFrom(directory, resolve(from), sha256);
  }
  if (sha256 !== undefined) throw new ConfigError('--sha256 needs --from: downloads have a pinned checksum');
  const { name, bytes, licence } = SMART_TURN;
  process.stderr.write(`${name}: ${Math.round(bytes / MIB)} MiB, ${licence}\n`);
  return await installTurnModel(directory, progress(), url);
};

const nameOf = (path: string): string =>
  basename(resolve(path))
    .replace(/\.tar\..*$/, '')
    .toLowerCase();

/** Prints each tenth once, for terminals and logs alike. */
const progress = (): ((bytes: number, total: number) => void) => {
  let tenths = 0;
  return (bytes, total) => {
    const now = Math.floor((10 * bytes) / total);
    if (now <= tenths) return;
    tenths = now;
    process.stderr.write(`  ${now * 10} %\n`);
  };
};
