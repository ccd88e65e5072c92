/** When a text is due; an engine with a queue synthesises the earliest first. */
import type { SpeechRequest } from './synthesiser.js';

/** ms of performance.now(), for a request that is made now; Infinity for a background request. */
export const dueAtOf = ({ background = false, inMs = 0 }: SpeechRequest): number =>
  background ? Number.POSITIVE_INFINITY : performance.now() + inMs;
