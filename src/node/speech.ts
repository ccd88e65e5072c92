/** How a node speaks, listens and thinks. */
import type { MediaProviders } from '../../media/providers.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { scriptedPhrases } from '../../providers/llm/scripted.js';
import { createFlite } from '../../providers/speech/flite.js';
import { createPhraseRecogniser, type PhraseRecogniser } from '../../providers/speech/phrase-recogniser.js';
import { startSilero } from '../../providers/speech/silero-detector.js';
import { withCache } from '../../providers/speech/speech-cache.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import type { VoiceDetector } from '../../providers/speech/voice-detector.js';
import type { Ground } from './ground.js';
import type { Models } from './models.js';

/** Speaks for agents that choose no voice. */
export const DEFAULT_VOICE = 'flite:slt';

export interface Speech {
  readonly synthesiser: Synthesiser;
  readonly recogniser: PhraseRecogniser;
  readonly model: LanguageModel;
  /** Null where energy alone decides. */
  readonly voiceDetector: VoiceDetector | null;
  /** All of it, for calls. */
  readonly providers: MediaProviders;
}

/** Null where energy alone decides: by configuration, or because the model cannot run here. */
export const detectVoices = async ({ config, logger }: Ground): Promise<VoiceDetector | null> => {
  if (config.voiceDetector === 'energy') return null;
  try {
    return await startSilero({ onLost: (reason) => logger.error({ event: 'voice.detector.lost', reason }) });
  } catch (error) {
    logger.warn({
      event: 'voice.detector.unavailable',
      reason: error instanceof Error ? error.message : String(error),
    });
    return null;
  }
};

/** Starts the threads in which it speaks; the others start when they are needed. */
export const openSpeech = (
  { logger }: Ground,
  voiceDetector: VoiceDetector | null,
  { model, models }: Models,
): Speech => {
  const flite = createFlite();
  const synthesiser = withCache(flite);
  // What it learns is never spoken to anybody, and may take as long as it takes.
  const recogniser = createPhraseRecogniser(flite, {
    onFailed: (what, error) => logger.warn({ event: 'recogniser.failed', what, err: error }),
  });
  const providers = {
    recognisers: [recogniser],
    synthesisers: [synthesiser],
    models,
    voiceDetector,
    phrasesOf: scriptedPhrases,
  } as const;
  return { synthesiser, recogniser, model, voiceDetector, providers };
};
