/**
 * Steps the wall clock of a process: preloaded into it with `--import`, it moves `Date` by what a file says, in ms, in all
 * threads. The monotonic clock stays as it is, as when an operator or NTP sets a machine's clock.
 */
import { readFileSync } from 'node:fs';

/** Names the file; where it is not there the clock is right. */
export const STEP_FILE = 'PARLEY_TEST_CLOCK_STEP_FILE';
const LOOK_MS = 50;

/** Where `Date` is replaced, and not where this file is only imported for its name. */
const file = process.env[STEP_FILE];
if (file !== undefined) {
  const RealDate = Date;
  const realNow = RealDate.now.bind(RealDate);
  let stepMs = 0;
  const look = (): void => {
    try {
      stepMs = Number(readFileSync(file, 'utf8'));
    } catch {
      stepMs = 0;
    }
  };
  look();
  setInterval(look, LOOK_MS).unref();
  const now = (): number => realNow() + stepMs;
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
  });
}
