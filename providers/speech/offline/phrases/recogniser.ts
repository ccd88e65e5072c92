/**
 * The offline recogniser: it processes real audio, but knows only phrases. Each utterance between two silences is
 * compared with recordings of the hinted phrases and of a small built-in book. stream.ts has the guarantees of a
 * stream.
 */

import type { Recogniser } from '../../recogniser.js';
import type { Synthesiser } from '../../synthesiser.js';
import { FLITE_VOICES } from '../flite/synthesiser.js';
import { SHIPPED_BOOK } from './book.js';
import { createPhraseLearning } from './learning.js';
import { openPhraseStream } from './stream.js';
import { createPhraseThread } from './thread.js';

/** Voices for the templates: all that exist, so that no synthetic voice is unknown. */
const TEMPLATE_VOICES: readonly string[] = FLITE_VOICES.map(({ id }) => id);

export interface PhraseRecogniser extends Recogniser {
  /** Learns phrases ahead of the call that needs them. */
  learn(phrases: readonly string[]): Promise<void>;
  /** Reads the built-in book. Otherwise reading starts in the background with the first phrase or stream. */
  ready(): Promise<void>;
}

export interface PhraseRecogniserOptions {
  /** Silence that ends an utterance, ms. */
  readonly endSilenceMs?: number;
  /** The templates of the book; absent: those that the package was built with. */
  readonly bookPath?: string;
  /** Voices for the templates. */
  readonly templateVoices?: readonly string[];
  /** Called with failures outside the streams, which report their own. Never throws. */
  readonly onFailed?: (what: RecogniserFailure, error: unknown) => void;
}

/**
 * `learn`: a phrase was not learnt, and is not recognised. `load`: the templates of the book cannot be read, and are made
 * again at each start (remedy: `npm run build`). `thread`: the thread has ended, and a new one learns everything again.
 */
type RecogniserFailure = 'learn' | 'load' | 'thread';

/** `voices` speaks the phrases for the templates; it is not closed with the recogniser. */
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
  const onLearnFailed = (error: unknown): void => onFailed('learn', error);
  const learning = createPhraseLearning({ thread, voices, templateVoices, bookPath, stopped, onLearnFailed });
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
