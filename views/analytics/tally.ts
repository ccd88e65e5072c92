/**
 * Tallies: how often each slot (slots.ts) was counted in each quarter of an hour of a week. All offsets from UTC are whole quarters, so
 * quarters add up to the hours and days of every time zone.
 *
 * A tally is a list of records, which are only ever appended: the number of the quarter, the length of the rest in bytes, and facts. A
 * change appends the difference, so the order of records does not matter. Facts are the slots in order: the distance from the slot
 * before, doubled, plus 1 if a count follows; otherwise the count is 1. Numbers have seven bits in each byte, the lowest first; the
 * eighth bit says that the number continues.
 */

export const QUARTER_MS = 900_000;
/** Quarters of an hour in a week. */
export const QUARTERS_A_WEEK = 672;
export const QUARTERS_A_DAY = 96;
/** Weeks are counted from the epoch, which was a Thursday. */
export const WEEK_MS = QUARTER_MS * QUARTERS_A_WEEK;

/** The size of a part of a tally: it fits into a page of the file. */
export const PART_BYTES = 3_000;

/** How often each slot is counted, in the order of the slots; no count is 0. */
export type Facts = readonly (readonly [slot: number, count: number])[];

/** Facts from counts in any order, without those that are 0. */
export const factsOf = (counts: ReadonlyMap<number, number>): Facts =>
  [...counts].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b);

/** Facts from counts by slot. */
export const factsIn = (slots: Float64Array): Facts => {
  const facts: (readonly [number, number])[] = [];
  slots.forEach((count, slot) => {
    if (count !== 0) facts.push([slot, count]);
  });
  return facts;
};

/** What `before` lacks of `after`; negative counts are too many. */
export const difference = (before: Facts, after: Facts): Facts => {
  const counts = new Map(after);
  for (const [slot, count] of before) counts.set(slot, (counts.get(slot) ?? 0) - count);
  return factsOf(counts);
};

/** Facts in bytes. */
export const packFacts = (facts: Facts): Buffer => {
  const bytes: number[] = [];
  let last = 0;
  for (const [slot, count] of facts) {
    push(bytes, (slot - last) * 2 + (count === 1 ? 0 : 1));
    if (count !== 1) push(bytes, count < 0 ? -2 * count - 1 : 2 * count);
    last = slot;
  }
  return Buffer.from(bytes);
};

/** A record of facts. */
export const recordOf = (quarter: number, facts: Facts): Buffer => {
  const packed = packFacts(facts);
  const head: number[] = [];
  push(head, quarter);
  push(head, packed.length);
  return Buffer.concat([Buffer.from(head), packed]);
};

const push = (bytes: number[], value: number): void => {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push(0x80 + (rest % 0x80));
  bytes.push(rest);
};

/** Reads {@link packFacts}. */
export const unpackFacts = (packed: Uint8Array): Facts => {
  const facts: (readonly [number, number])[] = [];
  const cursor = { bytes: packed, at: 0 };
  for (let slot = 0; cursor.at < packed.length; ) {
    const step = next(cursor);
    slot += Math.floor(step / 2);
    facts.push([slot, step % 2 === 0 ? 1 : nextCount(cursor)]);
  }
  return facts;
};

/** Adds the records of a tally to others: `targetOf` names the one of a quarter, by slot; null: the quarter is left out. */
export const addTally = (tally: Uint8Array, targetOf: (quarter: number) => Float64Array | null): void => {
  const cursor = { bytes: tally, at: 0 };
  while (cursor.at < tally.length) {
    const target = targetOf(next(cursor));
    const length = next(cursor);
    const end = cursor.at + length;
    if (target !== null) addFacts(target, cursor, end);
    cursor.at = end;
  }
};

/** The tally with one record for each quarter of `added`, which has counts by slot; its other records stay as they are. */
export const mergedTally = (tally: Buffer, added: ReadonlyMap<number, Float64Array>): Buffer => {
  const sums = new Map([...added].map(([quarter, slots]) => [quarter, slots.slice()]));
  const kept: Buffer[] = [];
  const cursor = { bytes: tally, at: 0 };
  while (cursor.at < tally.length) {
    const start = cursor.at;
    const sum = sums.get(next(cursor));
    const length = next(cursor);
    const end = cursor.at + length;
    if (sum === undefined) kept.push(tally.subarray(start, end));
    else addFacts(sum, cursor, end);
    cursor.at = end;
  }
  const merged = [...sums].flatMap(([quarter, slots]) => {
    const facts = factsIn(slots);
    return facts.length === 0 ? [] : [recordOf(quarter, facts)];
  });
  return Buffer.concat([...kept, ...merged]);
};

/** Adds packed facts to others, by slot. */
export const addPacked = (target: Float64Array, packed: Uint8Array): void =>
  addFacts(target, { bytes: packed, at: 0 }, packed.length);

/** A year has millions of these, so steps are read here: none has more than two bytes. */
const addFacts = (target: Float64Array, cursor: Cursor, end: number): void => {
  const { bytes } = cursor;
  let { at } = cursor;
  for (let slot = 0; at < end; ) {
    let step = bytes[at++] ?? 0;
    if (step >= 0x80) step = (step & 0x7f) + 0x80 * (bytes[at++] ?? 0);
    slot += step >> 1;
    let count = 1;
    if ((step & 1) === 1) {
      cursor.at = at;
      count = nextCount(cursor);
      at = cursor.at;
    }
    target[slot] = (target[slot] ?? 0) + count;
  }
};

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

const next = (cursor: Cursor): number => {
  const byte = cursor.bytes[cursor.at++] ?? 0;
  return byte < 0x80 ? byte : byte - 0x80 + 0x80 * next(cursor);
};

const nextCount = (cursor: Cursor): number => {
  const value = next(cursor);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
};
