/**
 * Tallies of a day: how often each slot (slots.ts) was counted in each quarter of an hour. All offsets from UTC are whole quarters, so
 * quarters add up to the hours and days of every time zone.
 *
 * A stored tally has the slots that were counted, in order: the distance from the slot before, doubled, plus 1 if a count follows;
 * otherwise the count is 1. Numbers have seven bits in each byte, the lowest first; the eighth bit says that the number continues.
 */
import { SLOTS } from './slots.js';

export const QUARTER_MS = 900_000;
/** Quarters of an hour in a day. */
export const QUARTERS = 96;

/** How often each slot is counted, in the order of the slots; no count is 0. */
export type Facts = readonly (readonly [slot: number, count: number])[];

/** Facts from counts in any order, without those that are 0. */
export const factsOf = (counts: ReadonlyMap<number, number>): Facts =>
  [...counts].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b);

/** Facts in the form of a tally of one quarter. */
export const packFacts = (facts: Facts): Buffer => {
  const writer = tallyWriter(facts.length);
  for (const [slot, count] of facts) writer.write(slot, count);
  return writer.done();
};

/** Reads {@link packFacts}. */
export const unpackFacts = (packed: Uint8Array): Facts => {
  const facts: (readonly [number, number])[] = [];
  visit(packed, (slot, count) => facts.push([slot, count]));
  return facts;
};

/** The tally with the facts of a quarter added `times` times; -1 takes them out again. */
export const withFacts = (tally: Uint8Array, quarter: number, facts: Facts, times: 1 | -1): Buffer => {
  const first = quarter * SLOTS;
  const writer = tallyWriter(tally.length + facts.length);
  let next = 0;
  const writeBefore = (index: number): void => {
    for (let fact = facts[next]; fact !== undefined && first + fact[0] < index; fact = facts[next]) {
      writer.write(first + fact[0], fact[1] * times);
      next += 1;
    }
  };
  visit(tally, (index, count) => {
    writeBefore(index);
    const fact = facts[next];
    if (fact === undefined || first + fact[0] !== index) return writer.write(index, count);
    next += 1;
    writer.write(index, count + fact[1] * times);
  });
  writeBefore(QUARTERS * SLOTS);
  return writer.done();
};

/** Adds a stored tally to others: `targetOf` names the one of a quarter, by slot; null: the quarter is left out. */
export const addTally = (tally: Uint8Array, targetOf: (quarter: number) => Float64Array | null): void => {
  let [first, end]: [number, number] = [0, 0];
  let target: Float64Array | null = null;
  visit(tally, (index, count) => {
    if (index >= end) {
      const quarter = Math.floor(index / SLOTS);
      first = quarter * SLOTS;
      end = first + SLOTS;
      target = targetOf(quarter);
    }
    if (target !== null) target[index - first] = (target[index - first] ?? 0) + count;
  });
};

const visit = (tally: Uint8Array, work: (index: number, count: number) => void): void => {
  let at = 0;
  const read = (): number => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = tally[at++] ?? 0;
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
      scale *= 0x80;
    }
  };
  for (let index = 0; at < tally.length; ) {
    const step = read();
    index += Math.floor(step / 2);
    work(index, step % 2 === 1 ? read() : 1);
  }
};

/** The most bytes of a slot and its count. */
const ENTRY_BYTES = 12;

const tallyWriter = (entries: number) => {
  const bytes = Buffer.allocUnsafe(entries * ENTRY_BYTES);
  let [at, last]: [number, number] = [0, 0];
  const put = (value: number): void => {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[at++] = 0x80 + (rest % 0x80);
    bytes[at++] = rest;
  };
  return {
    /** In the order of the indexes; nothing is written for a count of 0. */
    write: (index: number, count: number): void => {
      if (count === 0) return;
      const step = (index - last) * 2;
      last = index;
      if (count === 1) return put(step);
      put(step + 1);
      put(count);
    },
    done: (): Buffer => bytes.subarray(0, at),
  };
};
