/**
 * Reads the configuration file again while the service runs: the providers of agents apply to work that begins
 * afterwards. An invalid file is rejected as a whole, and the previous settings stay in effect; all other lines wait
 * for a restart.
 */
import { describeFailure } from '../../providers/provider-failure.js';
import { ConfigError } from '../config/error.js';
import { readConfig, type ServeOptions } from '../config/index.js';
import type { ProviderChoice } from '../config/provider-choices.js';
import { explainErrors, loadEnvironment } from '../config-file/environment.js';
import type { Environment } from '../config-file/read.js';
import type { Logger } from '../logging.js';
import type { ProviderSetting } from '../providers-in-use/installation.js';

export interface ReloadDeps {
  /** Absolute path of the file. */
  readonly file: string;
  /** The options at the start of the service: they take precedence, as they did then. */
  readonly options: ServeOptions;
  readonly env: Environment;
  /** Applies the settings. @throws ConfigError if they cannot be used: then nothing has changed */
  readonly change: (setting: ProviderSetting) => Promise<void>;
  readonly logger: Pick<Logger, 'info' | 'error'>;
}

/** Lines that take effect as soon as they are read again; those of `providers` are the providers' addresses. */
const RELOADED = /^(agents\.(models|recognisers|synthesisers|engines)|providers\..*)$/;

/** Reads the file now, or once more after a read in progress. Never rejects: the outcome is logged. */
export const createReload = (deps: ReloadDeps): (() => Promise<void>) => {
  const { file, env, logger } = deps;
  const atStart = linesOf(file, env);
  let last = Promise.resolve();
  /** A waiting read covers all requests that arrive meanwhile. */
  let waiting: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    waiting = null;
    try {
      const settings = loadEnvironment(file, env, process.cwd());
      await explainErrors(settings, async () => {
        const { model, speech, realtime } = readConfig(deps.options, settings.env);
        await deps.change({ model, speech, realtime });
        logger.info({
          event: 'config.reloaded',
          file,
          models: model.type === 'networked' ? model.choices.map(nameOf) : [model.type],
          recognisers: speech.recognisers.map(nameOf),
          synthesisers: speech.synthesisers.map(nameOf),
          engines: realtime.map(nameOf),
          restartFor: changed(atStart, linesOf(file, env)),
        });
      });
    } catch (error) {
      const reason = error instanceof ConfigError ? error.message : describeFailure(error);
      logger.error({ event: 'config.refused', file, reason });
    }
  };
  return () => {
    waiting ??= last.then(read);
    last = waiting;
    return waiting;
  };
};

const nameOf = ({ provider, settings }: ProviderChoice): string => `${provider}:${settings.choice}`;

/** The lines that wait for a restart. @throws ConfigError */
const linesOf = (file: string, env: Environment): ReadonlyMap<string, string> =>
  new Map(
    (loadEnvironment(file, env, process.cwd()).file?.lines ?? [])
      .filter(({ line }) => !RELOADED.test(line))
      .map(({ line, value }) => [line, value]),
  );

const changed = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((line) => before.get(line) !== after.get(line));
