/** Which phrases the thread knows: the book, kept between starts, and those that calls hint at. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { decodeMulaw } from './g711.js';
import { PHRASE_BOOK } from './phrase-book.js';
import { normalPhrase, partsOf } from './phrase-text.js';
import type { PhraseThread } from './phrase-thread.js';
import type { Synthesiser } from './synthesiser.js';
import { TEMPLATE_VERSION } from './template-file.js';

/** Phrases learnt beside the book; the least recently hinted is forgotten first. */
const MAX_LEARNT = 2_000;

export interface PhraseLearningOptions {
  readonly thread: Pick<PhraseThread, 'tell' | 'ask'>;
  /** Makes the templates. */
  readonly voices: Synthesiser;
  /** Voices that the templates are made with. */
  readonly templateVoices: readonly string[];
  /** Where the templates of the book are kept between starts; nowhere when undefined. */
  readonly cacheDir: string | undefined;
  readonly stopped: AbortSignal;
  /** Hears why a phrase was not learnt. */
  readonly onNotLearnt: (error: unknown) => void;
}

export interface PhraseLearning {
  /** Resolves when they are known, or cannot be; what is known already is only noted as wanted. */
  learn(phrases: readonly string[]): Promise<void>;
  /** Whether an earlier process kept the whole book; what it kept is known at once, before anything is learnt anew. */
  loadKept(): Promise<boolean>;
  /** Learns the book, once. */
  learnBook(): Promise<void>;
  /** The thread that knew all of it is gone. */
  forgetAll(): void;
}

/** Nothing is known before it is asked for. */
export const createPhraseLearning = (options: PhraseLearningOptions): PhraseLearning => {
  const { thread, templateVoices, cacheDir, stopped, onNotLearnt } = options;
  const bookPath = cacheDir === undefined ? null : join(cacheDir, bookFile(templateVoices));
  const learnt = new Map<string, Promise<void>>();
  let kept: Promise<boolean> | null = null;
  let book: Promise<void> | null = null;

  const notLearnt = (error: unknown): void => {
    if (!stopped.aborted) onNotLearnt(error);
  };

  const learn = async (phrases: readonly string[]): Promise<void> => {
    for (const phrase of phrases) {
      const key = normalPhrase(phrase);
      // A phrase that cannot be spoken cannot be recognised; it must not stop the others.
      const learning = learnt.get(key) ?? learnOne(options, phrase).catch(notLearnt);
      learnt.delete(key);
      learnt.set(key, learning);
      await learning;
    }
    for (const key of learnt.keys()) {
      if (learnt.size <= MAX_LEARNT + PHRASE_BOOK.length) break;
      if (inBook.has(key)) continue;
      learnt.delete(key);
      thread.tell({ type: 'forget', phrase: key });
    }
  };

  const load = async (): Promise<boolean> => {
    if (bookPath === null) return false;
    const { phrases } = await thread.ask((id) => ({ type: 'load', id, path: bookPath }));
    for (const phrase of phrases) learnt.set(phrase, Promise.resolve());
    return phrases.length === inBook.size;
  };

  const loadKept = (): Promise<boolean> => {
    kept ??= load();
    return kept;
  };

  const makeBook = async (): Promise<void> => {
    if (await loadKept()) return;
    await learn(PHRASE_BOOK);
    if (bookPath !== null) thread.tell({ type: 'save', path: bookPath, phrases: [...inBook] });
  };

  return {
    learn,
    loadKept,
    learnBook: () => {
      book ??= makeBook();
      return book;
    },
    forgetAll: () => {
      kept = null;
      book = null;
      learnt.clear();
    },
  };
};

const inBook: ReadonlySet<string> = new Set(PHRASE_BOOK.map(normalPhrase));

const learnOne = async (
  { thread, voices, templateVoices, stopped }: PhraseLearningOptions,
  phrase: string,
): Promise<void> => {
  for (const voiceId of templateVoices) {
    const spoken: Uint8Array[] = [];
    const request = { text: phrase, voiceId, language: 'en' };
    for await (const { mulaw } of voices.synthesise(request, stopped)) spoken.push(mulaw);
    thread.tell({
      type: 'learn',
      phrase: normalPhrase(phrase),
      parts: partsOf(phrase).map(normalPhrase),
      pcm: decodeMulaw(Buffer.concat(spoken)),
    });
  }
};

const bookFile = (templateVoices: readonly string[]): string =>
  `phrase-book-${createHash('sha256')
    .update(JSON.stringify([TEMPLATE_VERSION, PHRASE_BOOK, templateVoices]))
    .digest('hex')
    .slice(0, 16)}.bin`;
