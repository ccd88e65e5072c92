/**
 * The offline recogniser: it really listens, but knows only phrases. Each utterance between two silences is
 * compared with recordings of the phrases it was given and of a small built-in book.
 *
 * Numbered promises: R1 every utterance is reported exactly once, in order, as a `final`, {@link END_SILENCE_MS}
 * ms (or `endSilenceMs`) of silence after its end. R2 what is like no known phrase, a cough or a strange
 * sentence, is a `final` with empty text and confidence 0: a sound, but not words. R3 `endOfUtterance` is false
 * only for a part of a longer known phrase, of which more is to come. R4 nothing but a sum a sample is done on
 * the caller's thread. R5 a stream waits at most {@link LEARN_DEADLINE_MS} ms for its own phrases to be learnt.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { PHRASE_BOOK } from './phrase-book.js';
import { normalPhrase, partsOf } from './phrase-text.js';
import type { PhraseJob, PhraseResult } from './phrase-worker.js';
import type { Recogniser, RecognitionEvent } from './recogniser.js';
import { createSegmenter, END_SILENCE_MS } from './segmenter.js';
import type { Synthesiser } from './synthesiser.js';
import { TEMPLATE_VERSION } from './template-file.js';
import type { Segment } from './utterance.js';

/** Voices that the templates are made with: all that there are, so that a voice is never a stranger. */
const TEMPLATE_VOICES: readonly string[] = ['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal'];
const LEARN_DEADLINE_MS = 3_000;
/** Utterances that wait for the thread; beyond it they are reported as unknown rather than late. */
const MAX_WAITING = 200;
/** Phrases learnt beside the book; the least recently hinted is forgotten first. */
const MAX_LEARNT = 2_000;
/** Hints of one stream, and characters of one; further ones are not listened for. */
const MAX_HINTS = 200;
const MAX_HINT_LENGTH = 200;

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
}

/** `voices` makes the templates; it is not closed with the recogniser. */
export const createPhraseRecogniser = (
  voices: Synthesiser,
  { endSilenceMs = END_SILENCE_MS, cacheDir, templateVoices = TEMPLATE_VOICES }: PhraseRecogniserOptions = {},
): PhraseRecogniser => {
  const waiting = new Map<number, (result: PhraseResult) => void>();
  const learnt = new Map<string, Promise<void>>();
  const streams = new Set<(reason: string) => void>();
  const shutDown = new AbortController();
  let kept: Promise<boolean> | null = null;
  let book: Promise<void> | null = null;
  let jobs = 0;
  let worker: Worker | null = null;

  const lost = (reason: string): void => {
    worker = null;
    kept = null;
    book = null;
    learnt.clear();
    for (const [id, done] of waiting) done({ id, phrases: [], confidence: 0 });
    waiting.clear();
    for (const fail of [...streams]) fail(reason);
  };

  const thread = (): Worker => {
    if (worker !== null) return worker;
    const started = new Worker(new URL('./phrase-worker.js', import.meta.url));
    started.on('message', (result: PhraseResult) => {
      const done = waiting.get(result.id);
      waiting.delete(result.id);
      // An idle thread keeps no process alive.
      if (waiting.size === 0) started.unref();
      done?.(result);
    });
    started.on('error', (error) => lost(String(error)));
    started.on('exit', () => {
      if (worker === started) lost('the recogniser was closed');
    });
    started.unref();
    worker = started;
    return started;
  };

  const tell = (job: PhraseJob): void => {
    if (!shutDown.signal.aborted) thread().postMessage(job);
  };

  const ask = (job: (id: number) => PhraseJob): Promise<PhraseResult> => {
    jobs += 1;
    const id = jobs;
    if (shutDown.signal.aborted) return Promise.resolve({ id, phrases: [], confidence: 0 });
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      tell(job(id));
      worker?.ref();
    });
  };

  const learnOne = async (phrase: string): Promise<void> => {
    for (const voiceId of templateVoices) {
      const pcm: number[] = [];
      const request = { text: phrase, voiceId, language: 'en' };
      for await (const chunk of voices.synthesise(request, shutDown.signal)) pcm.push(...chunk.pcm);
      tell({
        type: 'learn',
        phrase: normalPhrase(phrase),
        parts: partsOf(phrase).map(normalPhrase),
        pcm: Int16Array.from(pcm),
      });
    }
  };

  const learn = async (phrases: readonly string[]): Promise<void> => {
    for (const phrase of phrases) {
      const key = normalPhrase(phrase);
      // A phrase that cannot be spoken cannot be recognised; it must not stop the others.
      const learning = learnt.get(key) ?? learnOne(phrase).catch(() => undefined);
      learnt.delete(key);
      learnt.set(key, learning);
      await learning;
    }
    for (const key of learnt.keys()) {
      if (learnt.size <= MAX_LEARNT + PHRASE_BOOK.length) break;
      if (inBook.has(key)) continue;
      learnt.delete(key);
      tell({ type: 'forget', phrase: key });
    }
  };

  const bookPath = cacheDir === undefined ? null : join(cacheDir, bookFile(templateVoices));

  /** Whether an earlier process kept the whole book; what it kept is known at once, before anything is learnt anew. */
  const loadKept = (): Promise<boolean> => {
    kept ??= (async () => {
      if (bookPath === null) return false;
      const { phrases } = await ask((id) => ({ type: 'load', id, path: bookPath }));
      for (const phrase of phrases) learnt.set(phrase, Promise.resolve());
      return phrases.length === inBook.size;
    })();
    return kept;
  };

  const learnBook = async (): Promise<void> => {
    if (await loadKept()) return;
    await learn(PHRASE_BOOK);
    if (bookPath !== null) tell({ type: 'save', path: bookPath, phrases: [...inBook] });
  };

  const ready = (): Promise<void> => {
    book ??= learnBook();
    return book;
  };

  const match = ({ pcm }: Segment, phrases: readonly string[]): Promise<PhraseResult> =>
    waiting.size >= MAX_WAITING
      ? Promise.resolve({ id: 0, phrases: [], confidence: 0 })
      : ask((id) => ({ type: 'match', id, phrases, pcm }));

  return {
    name: 'phrase-book',
    learn,
    ready,
    open: (request, onEvent) => {
      const hints = request.phrases
        .filter(({ length }) => length > 0 && length <= MAX_HINT_LENGTH)
        .slice(0, MAX_HINTS);
      const { spelling, unfinished } = vocabularyOf(hints);
      const phrases = [...spelling.keys()];
      const segmenter = createSegmenter(endSilenceMs);
      let open = true;
      const emit = (event: RecognitionEvent): void => {
        if (open) onEvent(event);
      };
      const fail = (reason: string): void => {
        emit({ type: 'failed', reason });
        open = false;
        streams.delete(fail);
      };
      streams.add(fail);
      const ownPhrases = loadKept().then(() => learn(hints));
      void ownPhrases.then(ready);
      // In order, however long one of them takes.
      let tail: Promise<void> = Promise.race([
        ownPhrases,
        delay(LEARN_DEADLINE_MS, undefined, { ref: false }),
      ]);
      const report = async (segment: Segment): Promise<void> => {
        if (!open) return;
        const result = await match(segment, phrases);
        const [phrase = ''] = result.phrases;
        emit({
          type: 'final',
          text: spelling.get(phrase) ?? '',
          startMs: segment.startMs,
          endMs: segment.endMs,
          confidence: result.confidence,
          endOfUtterance: !unfinished.has(phrase),
        });
      };
      return {
        write: (pcm) => {
          if (!open) return;
          for (const segment of segmenter.push(pcm)) tail = tail.then(() => report(segment));
        },
        finish: () => {
          const last = open ? segmenter.end() : null;
          if (last !== null) tail = tail.then(() => report(last));
          return tail;
        },
        close: () => {
          open = false;
          streams.delete(fail);
        },
      };
    },
    close: async () => {
      shutDown.abort();
      streams.clear();
      await worker?.terminate();
    },
  };
};

const inBook: ReadonlySet<string> = new Set(PHRASE_BOOK.map(normalPhrase));

/** What a stream listens for: normal form → spelling, and the forms that are not the end of what is said. */
const vocabularyOf = (
  hints: readonly string[],
): { readonly spelling: ReadonlyMap<string, string>; readonly unfinished: ReadonlySet<string> } => {
  const parts = hints.map(partsOf);
  const spelling = new Map<string, string>();
  for (const phrase of [...PHRASE_BOOK, ...parts.flat(), ...hints])
    spelling.set(normalPhrase(phrase), phrase.trim());
  spelling.delete('');
  const whole = new Set(hints.map(normalPhrase));
  const unfinished = parts.flatMap((list) => list.slice(0, -1)).map(normalPhrase);
  return { spelling, unfinished: new Set(unfinished.filter((part) => !whole.has(part))) };
};

const bookFile = (templateVoices: readonly string[]): string =>
  `phrase-book-${createHash('sha256')
    .update(JSON.stringify([TEMPLATE_VERSION, PHRASE_BOOK, templateVoices]))
    .digest('hex')
    .slice(0, 16)}.bin`;
