/**
 * The offline recogniser: it really listens, but knows only phrases. Each utterance between two silences is
 * compared with recordings of the phrases it was given and of a small built-in book; what is like none of them
 * comes out as a `final` with empty text: somebody spoke, but not words that it knows.
 *
 * An utterance is reported {@link END_SILENCE_MS} ms of silence after its end.
 */
import { Worker } from 'node:worker_threads';
import { decodeMulaw, encodeMulaw } from './g711.js';
import { PHRASE_BOOK } from './phrase-book.js';
import type { PhraseJob, PhraseResult } from './phrase-worker.js';
import type { Recogniser } from './recogniser.js';
import { createSegmenter, type Segment } from './segmenter.js';
import type { Synthesiser } from './synthesiser.js';

/** Voices that the templates are made with: comparing cepstra knows phrases, not strangers. */
const TEMPLATE_VOICES = ['flite:slt', 'flite:rms', 'flite:awb', 'flite:kal'];
/** Utterances that wait for the thread; beyond it they are reported as unknown rather than late. */
const MAX_WAITING = 200;

export interface PhraseRecogniser extends Recogniser {
  /** Learns phrases ahead of the call that needs them. */
  learn(phrases: readonly string[]): Promise<void>;
}

/** `voices` makes the templates. Start-up learns the built-in book in the background. */
export const createPhraseRecogniser = (voices: Synthesiser): PhraseRecogniser => {
  const waiting = new Map<number, (result: PhraseResult) => void>();
  const learnt = new Map<string, Promise<void>>();
  let jobs = 0;
  const worker = new Worker(new URL('./phrase-worker.js', import.meta.url));
  worker.on('message', (result: PhraseResult) => {
    const done = waiting.get(result.id);
    waiting.delete(result.id);
    done?.(result);
  });
  worker.on('error', () => {
    for (const [id, done] of waiting) done({ id, phrase: '', confidence: 0 });
    waiting.clear();
  });

  const tell = (job: PhraseJob): void => worker.postMessage(job);

  const learnOne = async (phrase: string): Promise<void> => {
    for (const voiceId of TEMPLATE_VOICES) {
      const pieces: Int16Array[] = [];
      for await (const { pcm } of voices.synthesise(
        { text: phrase, voiceId, language: 'en' },
        new AbortController().signal,
      ))
        pieces.push(pcm);
      for (const { pcm } of segmentsOf(pieces)) tell({ type: 'learn', phrase, pcm });
    }
  };

  const learn = async (phrases: readonly string[]): Promise<void> => {
    for (const phrase of phrases) {
      if (!learnt.has(phrase)) {
        // A phrase that cannot be spoken cannot be recognised; it must not stop the others.
        learnt.set(
          phrase,
          learnOne(phrase).catch(() => undefined),
        );
      }
      await learnt.get(phrase);
    }
  };

  const match = ({ pcm }: Segment, phrases: readonly string[]): Promise<PhraseResult> => {
    jobs += 1;
    const id = jobs;
    if (waiting.size >= MAX_WAITING) return Promise.resolve({ id, phrase: '', confidence: 0 });
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      tell({ type: 'match', id, phrases, pcm });
    });
  };

  const book = learn(PHRASE_BOOK);

  return {
    name: 'phrase-book',
    learn,
    open: ({ phrases: hints }, onEvent) => {
      const segmenter = createSegmenter();
      const phrases = [...new Set([...hints, ...PHRASE_BOOK])];
      const ready = Promise.all([learn(hints), book]);
      let closed = false;
      // In order, however long one of them takes.
      let tail: Promise<unknown> = ready;
      const report = async (segment: Segment): Promise<void> => {
        const { phrase, confidence } = await match(segment, phrases);
        if (closed) return;
        onEvent({
          type: 'final',
          text: phrase,
          startMs: segment.startMs,
          endMs: segment.endMs,
          confidence,
          endOfUtterance: true,
        });
      };
      return {
        write: (pcm) => {
          if (closed) return;
          for (const segment of segmenter.push(pcm)) tail = tail.then(() => report(segment));
        },
        close: () => {
          closed = true;
        },
      };
    },
    close: async () => {
      worker.postMessage('close');
      await new Promise((resolve) => worker.once('exit', resolve));
    },
  };
};

/** A template as the telephone would carry it, cut like the speech that it is compared with. */
const segmentsOf = (pieces: readonly Int16Array[]): readonly Segment[] => {
  const pcm = Int16Array.from(pieces.flatMap((piece) => [...piece]));
  const telephone = decodeMulaw(encodeMulaw(pcm));
  const silence = new Int16Array(8_000);
  const segmenter = createSegmenter();
  return [...segmenter.push(silence), ...segmenter.push(telephone), ...segmenter.push(silence)];
};
