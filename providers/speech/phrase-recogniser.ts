/**
 * The offline recogniser: it really listens, but knows only phrases. Each utterance between two silences is
 * compared with recordings of the phrases it was given and of a small built-in book. What it promises of a stream is in
 * phrase-stream.ts.
 */
import { createPhraseLearning } from './phrase-learning.js';
import { openPhraseStream } from './phrase-stream.js';
import { createPhraseThread } from './phrase-thread.js';
import type { Recogniser } from './recogniser.js';
import type { Synthesiser } from './synthesiser.js';

/** Voices that the templates are made with: all that there are, so that a voice is never a stranger. */
const TEMPLATE_VOICES: readonly string[] = ['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal'];

export interface PhraseRecogniser extends Recogniser {
  /** Learns phrases ahead of the call that needs them. */
  learn(phrases: readonly string[]): Promise<void>;
  /** Learns the built-in book; otherwise that begins, in the background, with the first stream. */
  ready(): Promise<void>;
}

export interface PhraseRecogniserOptions {
  /** Silence that ends an utterance, ms. */
  readonly endSilenceMs?: number;
  /** Where the templates of the book are kept between starts; nowhere when absent. */
  readonly cacheDir?: string;
  /** Voices that the templates are made with. */
  readonly templateVoices?: readonly string[];
  /** Hears what goes wrong beside the streams, which are told of their own failures. Never throws. */
  readonly onFailed?: (what: RecogniserFailure, error: unknown) => void;
}

/**
 * A phrase was not learnt, and is not recognised; the kept templates cannot be read, or not be written, and are made anew with
 * each start; the thread has ended, and another one learns all of it again.
 */
type RecogniserFailure = 'learn' | 'load' | 'save' | 'thread';

/** `voices` makes the templates; it is not closed with the recogniser. */
export const createPhraseRecogniser = (
  voices: Synthesiser,
  {
    endSilenceMs,
    cacheDir,
    templateVoices = TEMPLATE_VOICES,
    onFailed = () => undefined,
  }: PhraseRecogniserOptions = {},
): PhraseRecogniser => {
  const open = new Set<(reason: string) => void>();
  const shutDown = new AbortController();
  const { signal: stopped } = shutDown;
  const thread = createPhraseThread(stopped, {
    onLost: (reason) => {
      if (!stopped.aborted) onFailed('thread', new Error(reason));
      learning.forgetAll();
      for (const fail of [...open]) fail(reason);
    },
    onKeptFailure: ({ what, reason }) => onFailed(what, new Error(reason)),
  });
  const onNotLearnt = (error: unknown): void => onFailed('learn', error);
  const learning = createPhraseLearning({ thread, voices, templateVoices, cacheDir, stopped, onNotLearnt });
  const streams = { thread, learning, endSilenceMs, open };
  return {
    name: 'phrase-book',
    learn: learning.learn,
    ready: learning.learnBook,
    open: (request, onEvent) => openPhraseStream(streams, request, onEvent),
    close: async () => {
      shutDown.abort();
      open.clear();
      await thread.close();
    },
  };
};
