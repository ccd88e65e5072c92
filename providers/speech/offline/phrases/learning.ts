/** Tracks the phrases that the thread knows: the book, which ships with the package, and the hints of calls. */

import type { Synthesiser } from '../../synthesiser.js';
import { SHIPPED_PHRASES } from './book.js';
import { normalPhrase, partsOf } from './text.js';
import type { PhraseThread } from './thread.js';

/** Phrases learnt in addition to the book; the least recently hinted one is forgotten first. */
const MAX_LEARNT = 2_000;

export interface PhraseLearningOptions {
  readonly thread: Pick<PhraseThread, 'send' | 'ask'>;
  /** Speaks the phrases that templates are made from. */
  readonly voices: Synthesiser;
  /** Voices that the templates are made with. */
  readonly templateVoices: readonly string[];
  /** The templates of the book. */
  readonly bookPath: string;
  readonly stopped: AbortSignal;
  /** Called with the reason that a phrase was not learnt. */
  readonly onLearnFailed: (error: unknown) => void;
}

export interface PhraseLearning {
  /** Resolves once the phrases are known, or have failed. Known phrases only count as recently hinted. */
  learn(phrases: readonly string[]): Promise<void>;
  /** Reads the book, once; learns it if it cannot be read. `learn` also reads it first. */
  learnBook(): Promise<void>;
  /** Forgets everything: the thread that knew it has ended. */
  forgetAll(): void;
}

/** Nothing is known before it is requested. */
export const createPhraseLearning = (options: PhraseLearningOptions): PhraseLearning => {
  const { thread, bookPath, stopped, onLearnFailed } = options;
  const learnt = new Map<string, Promise<void>>();
  let reading: Promise<boolean> | null = null;
  let book: Promise<void> | null = null;

  const reportFailure = (error: unknown): void => {
    if (!stopped.aborted) onLearnFailed(error);
  };

  const read = async (): Promise<boolean> => {
    const { phrases } = await thread.ask((id) => ({ type: 'load', id, path: bookPath }));
    for (const phrase of phrases) learnt.set(phrase, Promise.resolve());
    return SHIPPED_PHRASES.every((phrase) => learnt.has(normalPhrase(phrase)));
  };

  const readOnce = (): Promise<boolean> => {
    reading ??= read();
    return reading;
  };

  const learn = async (phrases: readonly string[]): Promise<void> => {
    await readOnce();
    for (const phrase of phrases) {
      const key = normalPhrase(phrase);
      // A phrase that cannot be synthesised cannot be recognised; it must not block the others.
      const learning = learnt.get(key) ?? learnPhrase(options, phrase).catch(reportFailure);
      learnt.delete(key);
      learnt.set(key, learning);
      await learning;
    }
    for (const key of learnt.keys()) {
      if (learnt.size <= MAX_LEARNT + SHIPPED_PHRASES.length) break;
      if (inBook.has(key)) continue;
      learnt.delete(key);
      thread.send({ type: 'forget', phrase: key });
    }
  };

  const readOrLearn = async (): Promise<void> => {
    if (!(await readOnce())) await learn(SHIPPED_PHRASES);
  };

  return {
    learn,
    learnBook: () => {
      book ??= readOrLearn();
      return book;
    },
    forgetAll: () => {
      reading = null;
      book = null;
      learnt.clear();
    },
  };
};

const inBook: ReadonlySet<string> = new Set(SHIPPED_PHRASES.map(normalPhrase));

const learnPhrase = async (
  { thread, voices, templateVoices, stopped }: PhraseLearningOptions,
  phrase: string,
): Promise<void> => {
  for (const voiceId of templateVoices) {
    const spoken: Uint8Array[] = [];
    const request = { text: phrase, voiceId, language: 'en', background: true };
    for await (const { mulaw } of voices.synthesise(request, stopped)) spoken.push(mulaw);
    thread.send({
      type: 'learn',
      phrase: normalPhrase(phrase),
      parts: partsOf(phrase).map(normalPhrase),
      mulaw: Buffer.concat(spoken),
    });
  }
};
