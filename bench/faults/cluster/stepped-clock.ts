/**
 * Loaded into a node before anything else (`node --import`). Its clock is off by the milliseconds in the file that
 * `PARLEY_FAULTS_CLOCK` names, from the moment they are written there. The monotonic clock stays correct, as when an
 * operator sets the time of a machine. The node's threads load this file, too.
 */
import { readFileSync } from 'node:fs';

/** Reading the file costs microseconds; a step takes effect at most this late, ms. */
const EVERY_MS = 50;

const file = process.env.PARLEY_FAULTS_CLOCK;

if (file !== undefined) {
  const RealDate = Date;
  let offsetMs = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  const offset = (): number => {
    const at = performance.now();
    if (at - readAt < EVERY_MS) return offsetMs;
    readAt = at;
    try {
      offsetMs = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      offsetMs = 0;
    }
    return offsetMs;
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [RealDate.now() + offset()] : args, newTarget),
    apply: () => new RealDate(RealDate.now() + offset()).toString(),
    get: (target, name, receiver) =>
      name === 'now' ? (): number => RealDate.now() + offset() : Reflect.get(target, name, receiver),
  });
}
