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
import { addAction } from '../admin/action.js';
import type { AdminOptions } from '../admin/as-admin.js';
import { ConfigError, dataDirectory } from '../config/index.js';
import { speechDirectory } from '../config/speech-setting.js';
import { loadEnvironment } from '../config-file/environment.js';

interface InstallOptions extends AdminOptions {
  readonly model?: string;
  readonly from?: string;
  readonly url?: string;
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
      .addHelpText(
        'after',
        `
Downloads are verified by SHA-256; an interrupted download resumes where it stopped.
Models are streaming transducers for sherpa-onnx: encoder, decoder and joiner in ONNX, and tokens.txt.`,
      ),
    install,
  );
  addAction(speech.command('list').description('List installed and available models.'), async (options) => {
    const installed = installedModels(directoryOf(options));
    return {
      installed: installed.map(formatModel),
      released: RELEASED_MODELS.map(({ name, language, bytes, licence, remark }) => ({
        name,
        language,
        mib: Math.round(bytes / MIB),
        licence,
        remark,
      })),
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

const install = async (options: InstallOptions): Promise<object> => {
  const directory = directoryOf(options);
  try {
    return {
      installed: [formatModel(await installModel(directory, options))],
      next: 'parley serve uses it from its next start',
    };
  } catch (error) {
    throw error instanceof InstallError ? new ConfigError(error.message) : error;
  }
};

const installModel = async (
  directory: string,
  { model, from, url }: InstallOptions,
): Promise<InstalledModel> => {
  if (from !== undefined) {
    if (url !== undefined) throw new ConfigError('give --from or --url, not both');
    return await installFromDisk(directory, model ?? nameOf(from), resolve(from));
  }
  const wanted = model ?? RELEASED_MODELS[0].name;
  const released = RELEASED_MODELS.find(({ name }) => name === wanted);
  if (released === undefined)
    throw new ConfigError(
      `there is no model ${wanted}; write one of ${RELEASED_MODELS.map(({ name }) => name).join(', ')}, or give its files with --from`,
    );
  process.stderr.write(`${released.name}: ${Math.round(released.bytes / MIB)} MiB, ${released.licence}\n`);
  return await installReleased(directory, released, progress(), url);
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
