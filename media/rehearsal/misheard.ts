/** What a recogniser makes of words that are mumbled, or spoken in noise. */
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import type { Draw } from './random.js';

/** A customer's voice, dBFS: that of an ordinary telephone. */
export const CUSTOMER_DBFS = -20;
/** A voice this much louder than the noise is understood, dB. */
const CLEAR_DB = 30;
/** Noise as loud as the voice costs this share of the words. */
const MOST_LOST = 0.6;

/** Share of words that a sound of this level costs, if the voice has `voiceDbfs`. Pure. */
export const lostTo = (dbfs: number, voiceDbfs = CUSTOMER_DBFS): number =>
  Math.max(0, Math.min(MOST_LOST, (MOST_LOST * (CLEAR_DB - (voiceDbfs - dbfs))) / CLEAR_DB));

/** Share of a customer's words that are misheard. Pure. */
export const shareMisheard = ({ mumbles = 0, noise }: SimulatedCustomer): number => {
  const lost = noise === undefined ? 0 : lostTo(noise.dbfs);
  return 1 - (1 - mumbles) * (1 - lost);
};

interface Misheard {
  readonly words: readonly WordTiming[];
  /** 0 to 1. */
  readonly confidence: number;
}

/** Half of the misheard words are lost, and the others become other words of the same text. */
export const misheard = (words: readonly WordTiming[], share: number, draw: Draw): Misheard => {
  let wrong = 0;
  const heard = words.flatMap((word) => {
    if (!draw.happens(share)) return [word];
    wrong += 1;
    if (draw.happens(0.5)) return [];
    const other = words[Math.floor(draw.next() * words.length)];
    return [{ ...word, word: other?.word ?? word.word }];
  });
  return { words: heard, confidence: words.length === 0 ? 1 : 1 - (0.8 * wrong) / words.length };
};
