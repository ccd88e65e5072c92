/** Looks again before a journal is refused: a newly elected leader may have to apply its last messages first. */
import { setTimeout as delay } from 'node:timers/promises';

const LOOKS = 4;
const BETWEEN_LOOKS_MS = 250;

/**
 * The result of the last look: the first one that is not refused, or the one at which the looks were used up or the
 * work they are for had ended.
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
