/** Looks again before a journal is refused: a leader that was just elected may have to apply its last messages first. */
import { setTimeout as delay } from 'node:timers/promises';

const LOOKS = 4;
const BETWEEN_LOOKS_MS = 250;

/**
 * What the last look found: the first that is not refused, or the one at which patience, or the work that it is for, was over.
 * @throws what `look` throws
 */
export const lookPatiently = async <Found>(
  look: () => Promise<Found>,
  isRefused: (found: Found) => boolean,
  isOver: () => boolean,
): Promise<Found> => {
  for (let looks = 1; ; looks += 1) {
    const found = await look();
    if (!isRefused(found) || looks === LOOKS || isOver()) return found;
    await delay(BETWEEN_LOOKS_MS);
  }
};
