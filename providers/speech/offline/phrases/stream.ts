/**
 * One stream of the offline recogniser: reports its utterances, in order, as known phrases.
 *
 * Numbered promises: R1 every utterance is reported exactly once, in order, as a `final`, {@link END_SILENCE_MS}
 * ms (or `endSilenceMs`) of silence after its end. R2 an utterance that resembles no known phrase, such as a cough or
 * an unknown sentence, is a `final` with empty text and confidence 0: a sound, but not words. R3 `endOfUtterance` is
 * false only for a part of a longer known phrase, of which more is to come. R4 the caller's thread does no more than
 * a sum a sample. R5 a stream waits at most {@link LEARN_DEADLINE_MS} ms for its own phrases to be learnt.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createMulawDecoder } from '../../dsp/g711.js';
import type { RecogniserStream, RecognitionEvent, RecognitionRequest } from '../../recogniser.js';
import { CONVERSATION_PHRASES, PHRASE_BOOK } from './book.js';
import type { PhraseLearning } from './learning.js';
import { createSegmenter, END_SILENCE_MS } from './segmenter.js';
import { normalPhrase, partsOf } from './text.js';
import type { PhraseThread } from './thread.js';
import type { Segment } from './utterance.js';

const LEARN_DEADLINE_MS = 3_000;
/** Maximum hints of one stream, and characters of one hint; any beyond that are ignored. */
const MAX_HINTS = 200;
const MAX_HINT_LENGTH = 200;

export interface PhraseStreamDeps {
  readonly thread: Pick<PhraseThread, 'match'>;
  readonly learning: PhraseLearning;
  /** Silence that ends an utterance, ms; default {@link END_SILENCE_MS}. */
  readonly endSilenceMs: number | undefined;
  /** Callbacks that fail each open stream. */
  readonly open: Set<(reason: string) => void>;
}

/** As Recogniser.open. */
export const openPhraseStream = (
  { thread, learning, endSilenceMs = END_SILENCE_MS, open: openStreams }: PhraseStreamDeps,
  request: RecognitionRequest,
  onEvent: (event: RecognitionEvent) => void,
): RecogniserStream => {
  const hints = request.phrases
    .filter(({ length }) => length > 0 && length <= MAX_HINT_LENGTH)
    .slice(0, MAX_HINTS);
  const { spelling, unfinished } = vocabularyOf(hints.length === 0 ? CONVERSATION_PHRASES : hints);
  const phrases = [...spelling.keys()];
  const segmenter = createSegmenter(endSilenceMs);
  const decode = createMulawDecoder();
  let open = true;
  const emit = (event: RecognitionEvent): void => {
    if (open) onEvent(event);
  };
  const fail = (reason: string): void => {
    emit({ type: 'failed', reason });
    open = false;
    openStreams.delete(fail);
  };
  openStreams.add(fail);
  const ownPhrases = learning.learn(hints);
  void ownPhrases.then(() => learning.learnBook());
  // Reports stay in order, however long one of them takes (R1, R5).
  let tail: Promise<void> = Promise.race([ownPhrases, delay(LEARN_DEADLINE_MS, undefined, { ref: false })]);
  const report = async ({ startMs, endMs, pcm }: Segment): Promise<void> => {
    if (!open) return;
    const result = await thread.match(phrases, pcm);
    const [phrase = ''] = result.phrases;
    emit({
      type: 'final',
      text: spelling.get(phrase) ?? '',
      startMs,
      endMs,
      confidence: result.confidence,
      endOfUtterance: !unfinished.has(phrase),
    });
  };
  return {
    write: (mulaw) => {
      if (!open) return;
      for (const segment of segmenter.push(decode(mulaw))) tail = tail.then(() => report(segment));
    },
    finish: () => {
      const last = open ? segmenter.end() : null;
      if (last !== null) tail = tail.then(() => report(last));
      return tail;
    },
    close: () => {
      open = false;
      openStreams.delete(fail);
    },
  };
};

/** The vocabulary of a stream: normal form → spelling, and the forms that do not end an utterance. */
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
