/** `parley speech`: recognition models on this machine. */
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { RELEASED_MODELS } from '../providers/speech/sherpa/catalogue.js';
import { InstallError, installFromDisk, installReleased } from '../providers/speech/sherpa/install-model.js';
import { type InstalledModel, installedModels } from '../providers/speech/sherpa/installed-models.js';
import { answering } from './admin/answering.js';
import type { AdminOptions } from './admin/as-admin.js';
import { ConfigError, DEFAULT_DATA_DIR } from './config.js';
import { configured } from './config-file/environment.js';
import { speechDirectory } from './speech-setting.js';

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
    .description('Recognition of free words on this machine, without an account.');
  answering(
    speech
      .command('install')
      .description('Bring a model to this machine; parley serve listens with it from its next start.')
      .option('--model <name>', `which one (default ${RELEASED_MODELS[0].name}; parley speech list)`)
      .option(
        '--from <path>',
        'a folder or an archive on disk, instead of downloading one; its name is --model',
      )
      .option(
        '--url <address>',
        "a folder on the web that has the release's archives, instead of the official one",
      )
      .addHelpText(
        'after',
        `
What is downloaded is verified by its SHA-256; a download that was cut off goes on where it was.
Models are streaming transducers for sherpa-onnx: encoder, decoder and joiner in ONNX, and tokens.txt.`,
      ),
    install,
  );
  answering(
    speech.command('list').description('Say which models are here, and which can be installed.'),
    async (options) => {
      const installed = installedModels(directoryOf(options));
      return {
        installed: installed.map(shown),
        released: RELEASED_MODELS.map(({ name, language, bytes, licence, remark }) => ({
          name,
          language,
          mib: Math.round(bytes / MIB),
          licence,
          remark,
        })),
      };
    },
  );
};

const directoryOf = ({ dataDir }: AdminOptions): string => {
  const { env } = configured(undefined, process.env, process.cwd());
  return speechDirectory(resolve(dataDir ?? env.PARLEY_DATA_DIR ?? DEFAULT_DATA_DIR), env);
};

const shown = ({ name, language, licence, bytes, source, installedAt }: InstalledModel) => ({
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
      installed: [shown(await bring(directory, options))],
      next: 'parley serve listens with it from its next start',
    };
  } catch (error) {
    throw error instanceof InstallError ? new ConfigError(error.message) : error;
  }
};

const bring = async (directory: string, { model, from, url }: InstallOptions): Promise<InstalledModel> => {
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
const progress = (): ((bytes: number, of: number) => void) => {
  let tenths = 0;
  return (bytes, of) => {
    const now = Math.floor((10 * bytes) / of);
    if (now <= tenths) return;
    tenths = now;
    process.stderr.write(`  ${now * 10} %\n`);
  };
};
