/**
 * The recogniser of a rehearsal. It does not listen to the audio: it knows what each voice says and when, and reports it as a
 * recogniser over the network does, with the delays of one.
 */
import type { Recogniser, RecognitionEvent } from '../../providers/speech/recogniser.js';
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import { msOf } from '../audio/frames.js';
import type { VirtualClock } from './clock.js';

/** Between two partial results, ms. */
const PARTIAL_EVERY_MS = 400;
/** From the end of a word to the partial result with it, ms. */
const PARTIAL_LAG_MS = 200;
/** From the end of speech to its final result, ms. */
const FINAL_LAG_MS = 300;

/** Something that a voice says, from now on. */
interface Saying {
  /** As they are recognised: some may be missing or wrong. ms from its beginning. */
  readonly words: readonly WordTiming[];
  /** How long the voice sounds, ms. */
  readonly ms: number;
  /** How long ago it began, ms; absent: it begins now. */
  readonly agoMs?: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** Whether the speaker has finished. */
  readonly isEnd: boolean;
}

export interface RehearsalRecogniser {
  readonly recogniser: Recogniser;
  /** A voice says this. Without words nothing is reported. */
  hear(saying: Saying): void;
}

interface Stream {
  receivedMs: number;
  readonly report: (event: RecognitionEvent) => void;
  /** Reports the pending results at once. */
  readonly pending: Set<() => void>;
}

const textOf = (words: readonly WordTiming[]): string => words.map(({ word }) => word).join(' ');

export const createRehearsalRecogniser = (clock: VirtualClock): RehearsalRecogniser => {
  let current: Stream | null = null;

  const hearPartials = (stream: Stream, { words, ms }: Saying, startMs: number): void => {
    const saidAt = clock.now();
    let reported = 0;
    for (let afterMs = PARTIAL_EVERY_MS; afterMs < ms + FINAL_LAG_MS; afterMs += PARTIAL_EVERY_MS)
      clock.at(saidAt + afterMs, () => {
        const known = words.filter(({ endMs }) => endMs <= afterMs - PARTIAL_LAG_MS);
        if (stream !== current || known.length === reported) return;
        reported = known.length;
        const endMs = startMs + (known.at(-1)?.endMs ?? 0);
        stream.report({ type: 'partial', text: textOf(known), startMs, endMs });
      });
  };

  const hear = (saying: Saying): void => {
    const stream = current;
    const { words, ms, agoMs = 0, confidence, isEnd } = saying;
    if (stream === null || words.length === 0) return;
    const startMs = Math.max(0, stream.receivedMs - agoMs);
    if (agoMs === 0) hearPartials(stream, saying, startMs);
    const report = (): void => {
      cancel();
      if (!stream.pending.delete(report) || stream !== current) return;
      stream.report({
        type: 'final',
        text: textOf(words),
        startMs,
        endMs: startMs + ms,
        confidence,
        endOfUtterance: isEnd,
        words: words.map((word) => ({
          text: word.word,
          startMs: startMs + word.startMs,
          endMs: startMs + word.endMs,
        })),
      });
    };
    stream.pending.add(report);
    const cancel = clock.at(clock.now() + Math.max(0, ms - agoMs) + FINAL_LAG_MS, report);
  };

  return {
    hear,
    recogniser: {
      name: 'rehearsal',
      open: (_request, onEvent) => {
        const stream: Stream = { receivedMs: 0, report: onEvent, pending: new Set() };
        current = stream;
        return {
          write: (mulaw) => {
            stream.receivedMs += msOf(mulaw.length);
          },
          finish: async () => {
            for (const report of [...stream.pending]) report();
          },
          close: () => {
            if (current === stream) current = null;
          },
        };
      },
      close: async () => undefined,
    },
  };
};
