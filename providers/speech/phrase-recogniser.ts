/**
 * The offline recogniser: it really listens, but knows only phrases. Each utterance between two silences is
 * compared with recordings of the phrases it was given and of a small built-in book. What it promises of a stream is in
 * phrase-stream.ts.
 */
import { SHIPPED_BOOK } from './phrase-book.js';
import { createPhraseLearning } from './phrase-learning.js';
import { openPhraseStream } from './phrase-stream.js';
import { createPhraseThread } from './phrase-thread.js';
import type { Recogniser } from './recogniser.js';
import type { Synthesiser } from './synthesiser.js';
import { FLITE_VOICES } from './voices.js';

/** Voices that the templates are made with: all that there are, so that a voice is never a stranger. */
const TEMPLATE_VOICES: readonly string[] = FLITE_VOICES.map(({ id }) => id);

export interface PhraseRecogniser extends Recogniser {
  /** Learns phrases ahead of the call that needs them. */
  learn(phrases: readonly string[]): Promise<void>;
  /** Has the built-in book read; otherwise that begins, in the background, with the first phrase or stream. */
  ready(): Promise<void>;
}

export interface PhraseRecogniserOptions {
  /** Silence that ends an utterance, ms. */
  readonly endSilenceMs?: number;
  /** The templates of the book; those that the package was built with when absent. */
  readonly bookPath?: string;
  /** Voices that the templates are made with. */
  readonly templateVoices?: readonly string[];
  /** Hears what goes wrong beside the streams, which are told of their own failures. Never throws. */
  readonly onFailed?: (what: RecogniserFailure, error: unknown) => void;
}

/**
 * A phrase was not learnt, and is not recognised; the templates of the book cannot be read, and are made anew with each start
 * (remedy: `npm run build`); the thread has ended, and another one learns all of it again.
 */
type RecogniserFailure = 'learn' | 'load' | 'thread';

/** `voices` makes the templates; it is not closed with the recogniser. */
export const createPhraseRecogniser = (
  voices: Synthesiser,
  {
    endSilenceMs,
    bookPath = SHIPPED_BOOK,
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
    onLoadFailed: (reason) => onFailed('load', new Error(reason)),
  });
  const onNotLearnt = (error: unknown): void => onFailed('learn', error);
  const learning = createPhraseLearning({ thread, voices, templateVoices, bookPath, stopped, onNotLearnt });
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
