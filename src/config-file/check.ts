/** Reports what a configuration file sets, without starting anything. */
import type { ProviderKind } from '../../providers/provider-kind.js';
import { sherpaKind } from '../../providers/speech/sherpa/sherpa-kind.js';
import { ConfigError } from '../config/error.js';
import { readConfig } from '../config/index.js';
import { openChosen, type ProviderChoice } from '../config/provider-choices.js';
import { EMBEDDINGS, ENGINES, MODELS, RECOGNISERS, synthesisersFor } from '../config/provider-kinds.js';
import { explainErrors, loadEnvironment } from './environment.js';
import { type Environment, FILE_NAMES } from './read.js';

export interface ConfigReport {
  /** Absolute path. */
  readonly file: string;
  /** The lines of the file; the environment takes precedence over them. */
  readonly lines: readonly {
    readonly line: string;
    readonly value: string;
    readonly heldBy: 'file' | 'environment';
    readonly variable: string;
  }[];
  /** Models, recognisers and synthesisers in use, each as `<provider>:<choice>`. */
  readonly models: readonly string[];
  readonly recognisers: readonly string[];
  readonly synthesisers: readonly string[];
  /** Speech-to-speech engines, in the same form. */
  readonly engines: readonly string[];
}

/** @throws ConfigError if `parley serve` would reject the file */
export const checkConfig = async (
  configuredPath: string | undefined,
  env: Environment,
  directory: string,
): Promise<ConfigReport> => {
  const settings = loadEnvironment(configuredPath, env, directory);
  const { file } = settings;
  if (file === null)
    throw new ConfigError(`there is no configuration file here; pass its path, or create ${FILE_NAMES[0]}`);
  return await explainErrors(settings, async () => {
    const { embeddings, model, speech, speechDir, realtime } = readConfig({}, settings.env);
    const models = model.type === 'networked' ? model.choices : [];
    const kinds = synthesisersFor({ onWarning: () => undefined });
    for (const { close } of await openProviders('PARLEY_SYNTHESISER', speech.synthesisers, kinds))
      await close();
    await openProviders('PARLEY_MODEL', models, MODELS);
    await openProviders('PARLEY_EMBEDDINGS', embeddings === null ? [] : [embeddings], EMBEDDINGS);
    for (const engine of await openProviders('PARLEY_REALTIME', realtime, ENGINES)) await engine.close();
    const recogniserKinds = [sherpaKind(speechDir, { onLost: () => undefined }), ...RECOGNISERS];
    for (const recogniser of await openProviders('PARLEY_RECOGNISER', speech.recognisers, recogniserKinds))
      await recogniser.close();
    return {
      file: file.path,
      lines: file.lines.map(({ line, variable, value }) => ({
        line,
        value: settings.env[variable] ?? value,
        heldBy: env[variable] === undefined ? 'file' : 'environment',
        variable,
      })),
      models: models.length > 0 ? models.map(nameOf) : [model.type],
      recognisers: speech.recognisers.map(nameOf),
      synthesisers: speech.synthesisers.map(nameOf),
      engines: realtime.map(nameOf),
    };
  });
};

/**
 * Opens the choices whose provider is one of `kinds`. Any other is on this machine: it would start engines, and accepts
 * every choice on its list.
 */
const openProviders = <Provider>(
  variable: string,
  choices: readonly ProviderChoice[],
  kinds: readonly ProviderKind<Provider>[],
): Promise<readonly Provider[]> =>
  Promise.all(
    choices
      .filter(({ provider }) => kinds.some(({ name }) => name === provider))
      .map((choice) => openChosen(variable, choice, kinds)),
  );

const nameOf = ({ provider, settings }: ProviderChoice): string => `${provider}:${settings.choice}`;
