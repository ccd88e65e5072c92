/** The customer's mouth: each line becomes sound on the line and words at the recogniser. */
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import type { VirtualClock } from './clock.js';
import type { Microphone } from './microphone.js';
import { CUSTOMER_DBFS, lostTo, misheard, shareMisheard } from './misheard.js';
import type { Draw } from './random.js';
import type { RehearsalRecogniser } from './recogniser.js';
import { type SpokenAudio, speakText, wordsIn } from './spoken-audio.js';

/** A line of the customer, as they said it. */
export interface SaidLine {
  readonly text: string;
  /** ms of virtual time. */
  readonly startMs: number;
  readonly endMs: number;
}

export interface Talker {
  /** The customer says it now; returns for how long, ms. */
  say(text: string): number;
  /** Another person near the customer speaks, if it is time for them. */
  stepOthers(): void;
  /** The agent has said this, and it comes back over the customer's telephone. */
  echo(text: string, startMs: number, endMs: number): void;
  /** What the customer has said, in order. */
  readonly said: readonly SaidLine[];
}

interface TalkerDeps {
  readonly clock: VirtualClock;
  readonly customer: SimulatedCustomer;
  readonly microphone: Microphone;
  readonly recogniser: RehearsalRecogniser;
  readonly draw: Draw;
  readonly seed: number;
}

/** A pause in the middle of a line, ms: longer than that between two words, shorter than that of most turns. */
const PAUSE_MS = [700, 1_300] as const;
/** Fewer words have no middle. */
const LEAST_WORDS = 4;
/** Between two lines of another person, ms. */
const OTHERS_EVERY_MS = [4_000, 10_000] as const;
const OTHERS_DBFS = -30;
/** A quieter voice is not recognised, dBFS. */
const RECOGNISED_DBFS = -40;
/** Quieter echoes are not recognised, dB. */
const RECOGNISED_ECHO_DB = -30;
/** Share of the agent's words that its echo loses. */
const ECHO_LOSES = 0.3;
const ECHO_MS = 160;
const SAMPLES_PER_MS = 8;

const msOf = ({ pcm }: SpokenAudio): number => pcm.length / SAMPLES_PER_MS;

export const createTalker = (deps: TalkerDeps): Talker => {
  const { clock, customer, microphone, recogniser, draw, seed } = deps;
  const { echo, otherSpeaker, pauses = 0 } = customer;
  const said: SaidLine[] = [];
  const share = shareMisheard(customer);
  let othersAt = clock.now() + draw.between(...OTHERS_EVERY_MS);
  let otherLine = 0;
  let isQuietAt = 0;

  const sayPart = (text: string, inMs: number, isEnd: boolean): number => {
    const audio = speakText(text, { seed, dbfs: CUSTOMER_DBFS, speed: 1 });
    const ms = msOf(audio);
    const { words, confidence } = misheard(audio.words, share, draw);
    microphone.add('customer', audio.pcm, inMs);
    const hear = (): void => recogniser.hear({ words, ms, confidence, isEnd });
    if (inMs === 0) hear();
    else clock.at(clock.now() + inMs, hear);
    return inMs + ms;
  };

  return {
    said,
    say: (text) => {
      const words = wordsIn(text);
      const startMs = clock.now();
      let ms: number;
      if (words.length >= LEAST_WORDS && draw.happens(pauses)) {
        const middle = Math.ceil(words.length / 2);
        const first = sayPart(words.slice(0, middle).join(' '), 0, false);
        ms = sayPart(words.slice(middle).join(' '), first + draw.between(...PAUSE_MS), true);
      } else ms = sayPart(text, 0, true);
      isQuietAt = startMs + ms;
      said.push({ text, startMs, endMs: Math.round(isQuietAt) });
      return ms;
    },
    stepOthers: () => {
      const now = clock.now();
      if (otherSpeaker === undefined || now < othersAt || now < isQuietAt) return;
      const { lines, dbfs = OTHERS_DBFS } = otherSpeaker;
      const audio = speakText(lines[otherLine % lines.length] ?? '', { seed: seed + 1, dbfs, speed: 1 });
      otherLine += 1;
      microphone.add('voice', audio.pcm);
      if (dbfs >= RECOGNISED_DBFS)
        recogniser.hear({
          ...misheard(audio.words, lostTo(CUSTOMER_DBFS, dbfs), draw),
          ms: msOf(audio),
          isEnd: true,
        });
      othersAt = now + msOf(audio) + draw.between(...OTHERS_EVERY_MS);
    },
    echo: (text, startMs, endMs) => {
      if (echo === undefined || echo < RECOGNISED_ECHO_DB) return;
      const words = wordsIn(text);
      const ms = Math.max(1, endMs - startMs);
      const timed = words.map(
        (word, index): WordTiming => ({
          word,
          startMs: (ms * index) / words.length,
          endMs: (ms * (index + 1)) / words.length,
        }),
      );
      const agoMs = Math.max(1, clock.now() - startMs - ECHO_MS);
      recogniser.hear({ ...misheard(timed, ECHO_LOSES, draw), ms, agoMs, isEnd: true });
    },
  };
};
