/**
 * Places the words of the agent's speech ahead of the need for them. Once the customer has interrupted, or the greeting ends
 * and held words are released, the next reply waits for what was heard; for speech without word times that takes half a ms
 * for each second (../../speech/word-placement.ts). So it is done in parts as soon as the customer makes a sound,
 * as far as the thread has time to spare (PacingClock.spare).
 */
import { fullyPlayed, placeAhead } from '../../speech/utterance.js';
import type { SessionState } from '../state.js';

/** Sounds for each frame of the customer's audio: five seconds of speech within 200 ms, before a sound interrupts. */
const SOUNDS = 12;

/** For each frame of the customer's audio. */
export const placeWordsAhead = ({ inbound, customer, speech }: SessionState): void => {
  if (!inbound.voice.speaking() && !customer.hold.holds) return;
  const playing = speech.playout.open().find((utterance) => utterance.startsAt !== null);
  // The words of speech that still arrives would be placed again with every piece of it.
  if (playing === undefined || !playing.complete || fullyPlayed(playing)) return;
  placeAhead(playing, SOUNDS);
};
