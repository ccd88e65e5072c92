/** Looks again before a journal is refused: a newly elected leader may have to apply its last messages first. */
import { setTimeout as delay } from 'node:timers/promises';

const MAX_CHECKS = 4;
const CHECK_INTERVAL_MS = 250;

/**
 * The result of the last check: the first one that is not refused, or the one at which the checks were used up or the
 * work they are for had ended.
 * @throws what `check` throws
 */
export const checkWithRetries = async <Found>(
  check: () => Promise<Found>,
  isRefused: (found: Found) => boolean,
  isStopped: () => boolean,
): Promise<Found> => {
  for (let checks = 1; ; checks += 1) {
    const found = await check();
    if (!isRefused(found) || checks === MAX_CHECKS || isStopped()) return found;
    await delay(CHECK_INTERVAL_MS);
  }
};
