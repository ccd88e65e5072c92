/** A real clock for tests, which passes only while virtual time waits for it. */
import type { RealTime } from '../../../media/rehearsal/clock.js';

export interface ManualTime extends RealTime {
  /** A provider's work that takes this long, ms. */
  sleep(ms: number): Promise<void>;
  /** The machine stands still for this long, ms. */
  stall(ms: number): void;
}

export const createManualTime = (): ManualTime => {
  let now = 0;
  const sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const advanceTo = (atMs: number): void => {
    now = Math.max(now, atMs);
    for (const sleeper of sleepers.filter((each) => each.atMs <= now)) {
      sleepers.splice(sleepers.indexOf(sleeper), 1);
      sleeper.wake();
    }
  };
  return {
    now: () => now,
    turn,
    wait: async (ms, onWake) => {
      let isAwake = false;
      onWake(() => {
        isAwake = true;
      });
      const untilMs = now + ms;
      while (!isAwake && now < untilMs) {
        advanceTo(Math.min(untilMs, ...sleepers.map(({ atMs }) => atMs)));
        await turn();
      }
    },
    sleep: (ms) => new Promise((wake) => void sleepers.push({ atMs: now + ms, wake })),
    stall: (ms) => advanceTo(now + ms),
  };
};
