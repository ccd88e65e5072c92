/** When a text is to be heard: what an engine with a queue makes first. */
import type { SpeechRequest } from './synthesiser.js';

/** ms of performance.now(), for a request that is made now; Infinity: nobody waits to hear it. */
export const dueAtOf = ({ background = false, inMs = 0 }: SpeechRequest): number =>
  background ? Number.POSITIVE_INFINITY : performance.now() + inMs;
