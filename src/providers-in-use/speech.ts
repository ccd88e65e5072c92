/** Speech on a node: recognisers, synthesisers, speech-to-speech engines and the voice detector. */
import type { MediaProviders } from '../../media/providers.js';
import { providerFailure } from '../../providers/provider-failure.js';
import { startRnnoise } from '../../providers/speech/noise-suppression/suppressor.js';
import type { NoiseSuppressor } from '../../providers/speech/noise-suppressor.js';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import { fliteKind, PHRASE_BOOK, phraseBookKind } from '../../providers/speech/offline/kinds.js';
import {
  createPhraseRecogniser,
  type PhraseRecogniser,
} from '../../providers/speech/offline/phrases/recogniser.js';
import type { Recogniser } from '../../providers/speech/recogniser.js';
import { sherpaKind } from '../../providers/speech/sherpa/sherpa-kind.js';
import { startSilero } from '../../providers/speech/silero/detector.js';
import { startSmartTurn } from '../../providers/speech/smart-turn/detector.js';
import { installedTurnModel } from '../../providers/speech/smart-turn/installed.js';
import { withCache } from '../../providers/speech/speech-cache.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import type { TurnDetector } from '../../providers/speech/turn-detector.js';
import type { VoiceDetector } from '../../providers/speech/voice-detector.js';
import type { Config } from '../config/index.js';
import { openChosen } from '../config/provider-choices.js';
import { ENGINES, RECOGNISERS, synthesisersFor } from '../config/provider-kinds.js';
import type { Logger } from '../logging.js';

export interface Speech {
  readonly recognisers: MediaProviders['recognisers'];
  /** Each with a cache of its recent speech, and with its own voices only (providers/speech/synthesisers/voice-routing.ts). */
  readonly synthesisers: MediaProviders['synthesisers'];
  /** Speech-to-speech engines; usually none. */
  readonly engines: MediaProviders['engines'];
  /** Learns phrases ahead of the call that needs them, in the background, if a recogniser that learns is in use. */
  learn(phrases: readonly string[]): void;
  closeSpeech(): Promise<void>;
}

/** The settings that decide about speech, and the log. */
export interface SpeechDeps {
  readonly config: Pick<
    Config,
    'voiceDetector' | 'noiseSuppression' | 'speech' | 'speechDir' | 'carriers' | 'realtime'
  >;
  readonly logger: Logger;
}

/** Null if energy alone decides: by configuration, or because the model cannot run here. */
export const openVoiceDetector = async ({ config, logger }: SpeechDeps): Promise<VoiceDetector | null> => {
  if (config.voiceDetector === 'energy') return null;
  try {
    return await startSilero({ onLost: (reason) => logger.error({ event: 'voice.detector.lost', reason }) });
  } catch (error) {
    logger.warn({ event: 'voice.detector.unavailable', err: error });
    return null;
  }
};

/** Null if no end-of-turn model is installed, or it cannot run here: words decide alone. */
export const openTurnDetector = async ({ config, logger }: SpeechDeps): Promise<TurnDetector | null> => {
  const model = installedTurnModel(config.speechDir);
  if (model === null) return null;
  try {
    return await startSmartTurn(model.path, {
      onLost: (reason) => logger.error({ event: 'turn.detector.lost', reason }),
    });
  } catch (error) {
    logger.warn({ event: 'turn.detector.unavailable', err: error });
    return null;
  }
};

/** Null if noise stays: by configuration, or because RNNoise cannot run here. */
export const openNoiseSuppressor = async ({
  config,
  logger,
}: SpeechDeps): Promise<NoiseSuppressor | null> => {
  if (config.noiseSuppression === 'off') return null;
  try {
    return await startRnnoise({
      onLost: (reason) => logger.error({ event: 'noise.suppressor.lost', reason }),
    });
  } catch (error) {
    logger.warn({ event: 'noise.suppressor.unavailable', err: error });
    return null;
  }
};

/** Starts the threads that synthesise; the others start when they are needed. @throws ConfigError */
export const openSpeech = async (deps: SpeechDeps): Promise<Speech> => {
  const offline = offlineEngines(deps);
  const members = await openSynthesisers(deps, offline);
  const engines = await Promise.all(
    deps.config.realtime.map((choice) => openChosen('PARLEY_REALTIME', choice, ENGINES)),
  ).catch(async (error: unknown) => {
    await Promise.all([...members.map((member) => member.close()), offline.close()]);
    throw error;
  });
  const recognisers = await openRecognisers(deps, offline).catch(async (error: unknown) => {
    await Promise.all([...members, ...engines].map((provider) => provider.close()));
    await offline.close();
    throw error;
  });
  if (members[0].voices[0] === undefined) throw new RangeError(`${members[0].name} has no voice`);
  // The cache is inside the fallback: speech of a fallback must not be cached for the voice that it replaced.
  const synthesisers = [
    withCache(members[0]),
    ...members.slice(1).map((synthesiser) => withCache(synthesiser)),
  ] as const;
  return {
    recognisers,
    synthesisers,
    engines,
    learn: (phrases) => void offline.bookInUse()?.learn(phrases),
    closeSpeech: async () => {
      await Promise.all([...recognisers, ...synthesisers, ...engines].map((provider) => provider.close()));
      await offline.close();
    },
  };
};

/** The offline engines of this machine, each started when a setting names it. */
interface OfflineEngines {
  flite(): Synthesiser;
  book(): PhraseRecogniser;
  /** Null if it is not in use. */
  bookInUse(): PhraseRecogniser | null;
  close(): Promise<void>;
}

const offlineEngines = ({ logger }: SpeechDeps): OfflineEngines => {
  let flite: Synthesiser | null = null;
  let book: PhraseRecogniser | null = null;
  const engine = (): Synthesiser => {
    flite ??= createFlite();
    return flite;
  };
  return {
    flite: engine,
    book: () => {
      // The speech that it learns from is never played to anyone, so it is not urgent.
      book ??= createPhraseRecogniser(engine(), {
        onFailed: (what, error) => logger.warn({ event: 'recogniser.failed', what, err: error }),
      });
      return book;
    },
    bookInUse: () => book,
    close: async () => {
      await flite?.close();
    },
  };
};

const openSynthesisers = async (
  { config, logger }: SpeechDeps,
  { flite }: OfflineEngines,
): Promise<readonly [Synthesiser, ...Synthesiser[]]> => {
  const kinds = [
    fliteKind(flite),
    ...synthesisersFor({
      onWarning: (provider, failure) =>
        logger.warn({ event: 'voices.not_listed', provider, err: providerFailure(failure) }),
    }),
  ];
  return atLeastOne(
    await Promise.all(
      config.speech.synthesisers.map((choice) => openChosen('PARLEY_SYNTHESISER', choice, kinds)),
    ),
  );
};

const openRecognisers = async (
  { config, logger }: SpeechDeps,
  { book }: OfflineEngines,
): Promise<readonly [Recogniser, ...Recogniser[]]> => {
  const { recognisers } = config.speech;
  if (config.carriers.order.length > 0 && recognisers[0]?.provider === PHRASE_BOOK.name)
    logger.warn({
      event: 'recogniser.phrase_book',
      remedy:
        'Only phrases of the phrase book are recognised; set PARLEY_RECOGNISER, or run parley speech install.',
    });
  const sherpa = sherpaKind(config.speechDir, {
    onLost: (reason) => logger.error({ event: 'recogniser.lost', provider: 'sherpa', reason }),
  });
  const kinds = [phraseBookKind(book), sherpa, ...RECOGNISERS];
  return atLeastOne(
    await Promise.all(
      recognisers.map((choice) => openChosen<Recogniser>('PARLEY_RECOGNISER', choice, kinds)),
    ),
  );
};

const atLeastOne = <T>([first, ...others]: readonly T[]): readonly [T, ...T[]] => {
  if (first === undefined) throw new RangeError('no provider is configured');
  return [first, ...others];
};
