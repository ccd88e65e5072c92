/** Plays conversations again that the machine was too slow for. */
import type { Rehearse } from './rehearse.js';

/** How often one is played at most: a machine that is too slow three times is too small. */
const MOST_ATTEMPTS = 3;

/**
 * The same, but a conversation that the machine was too slow for is played again, up to `attempts` times in all. One with live
 * tools is not: its tools have acted.
 */
export const patientRehearse =
  (rehearse: Rehearse, attempts = MOST_ATTEMPTS): Rehearse =>
  async (request, signal) => {
    for (let attempt = 1; ; attempt += 1) {
      const conversation = await rehearse(request, signal);
      const isTooSlow = (conversation.tooSlow ?? null) !== null;
      if (!isTooSlow || attempt >= attempts || request.tools.mode === 'live') return conversation;
    }
  };
