/**
 * An immutable map for states with hundreds of entries. `{ ...record, [key]: value }` copies all of them for each
 * change, so the more contacts a partition had, the more each change cost
 * (docs/explanation/performance.md "What a long journal costs"). Here a change copies one bucket. It is plain JSON, as snapshots
 * are.
 */

type Bucket<T> = readonly (readonly [key: string, value: T])[];

/** `BUCKETS` buckets; a key's hash selects its bucket. No order is kept. */
export type PersistentMap<T> = readonly Bucket<T>[];

/** A handful of entries each, up to the contacts of a business with a few million. */
const BUCKETS = 32;
/** Keys that share a beginning, as mobile numbers and ids of a partition do, differ at the end. */
const HASHED_CHARACTERS = 6;

export const emptyMap = <T>(): PersistentMap<T> => Array.from({ length: BUCKETS }, () => []);

/** The value of `key`; undefined if there is none. */
export const getFrom = <T>(map: PersistentMap<T>, key: string): T | undefined =>
  bucketOf(map, key).find(([entryKey]) => entryKey === key)?.[1];

export const hasKey = (map: PersistentMap<unknown>, key: string): boolean =>
  bucketOf(map, key).some(([entryKey]) => entryKey === key);

/** The map with `key` set to `value`. */
export const setIn = <T>(map: PersistentMap<T>, key: string, value: T): PersistentMap<T> => {
  const bucket = bucketOf(map, key);
  const place = bucket.findIndex(([entryKey]) => entryKey === key);
  return replaced(map, key, bucket.toSpliced(place < 0 ? bucket.length : place, 1, [key, value]));
};

/** The map without `key`; the same map if it has none. */
export const deleteFrom = <T>(map: PersistentMap<T>, key: string): PersistentMap<T> => {
  const bucket = bucketOf(map, key);
  const place = bucket.findIndex(([entryKey]) => entryKey === key);
  return place < 0 ? map : replaced(map, key, bucket.toSpliced(place, 1));
};

export const entriesOf = <T>(map: PersistentMap<T>): Bucket<T> => map.flat();

const replaced = <T>(map: PersistentMap<T>, key: string, bucket: Bucket<T>): PersistentMap<T> =>
  map.with(indexOf(key), bucket);

const bucketOf = <T>(map: PersistentMap<T>, key: string): Bucket<T> => map[indexOf(key)] ?? [];

const indexOf = (key: string): number => {
  let hash = 0;
  for (let at = Math.max(0, key.length - HASHED_CHARACTERS); at < key.length; at += 1)
    hash = (hash * 31 + key.charCodeAt(at)) % 65_521;
  return hash % BUCKETS;
};
