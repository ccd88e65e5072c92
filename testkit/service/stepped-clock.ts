/**
 * Steps the wall clock of a process: preloaded into it with `--import`, it moves `Date` in all threads by the ms in a
 * file. The monotonic clock is not affected, as when an operator or NTP sets a machine's clock.
 */
import { readFileSync } from 'node:fs';

/** The variable that names the file; without the file, the clock is right. */
export const STEP_FILE = 'PARLEY_TEST_CLOCK_STEP_FILE';
const POLL_MS = 50;

/** Set where `Date` is replaced, and not where this file is only imported for its name. */
const file = process.env[STEP_FILE];
if (file !== undefined) {
  const RealDate = Date;
  const realNow = RealDate.now.bind(RealDate);
  let stepMs = 0;
  const readStep = (): void => {
    try {
      stepMs = Number(readFileSync(file, 'utf8'));
    } catch {
      stepMs = 0;
    }
  };
  readStep();
  setInterval(readStep, POLL_MS).unref();
  const now = (): number => realNow() + stepMs;
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
  });
}
