/** What is counted of calls and conversations: counters, and distributions in buckets. Each has fixed slots in a tally (tally.ts). */

/**
 * `all`: calls or conversations. `answered`: those that a person answered. `analysisMicrocredits`: charges of the analyses of calls.
 * `handedOver`: conversations in which a person of the business took part, `answeredByHuman`: in which one wrote. Only a change of VIEW_VERSION may change
 * the list.
 */
const COUNTERS = [
  'all',
  'answered',
  'durationSeconds',
  'chargedMicrocredits',
  'analyzed',
  'succeeded',
  'notSucceeded',
  'agentTurns',
  'interruptions',
  'silences',
  'silenceEnds',
  'toolUses',
  'toolFailures',
  'messagesReceived',
  'messagesSent',
  'analysisMicrocredits',
  'messagesFailed',
  'handedOver',
  'answeredByHuman',
] as const;
export type Counter = (typeof COUNTERS)[number];

/** `callSeconds`: the durations of answered calls, `replySeconds`: the times to the answers of agents in writing, in s. The others are the five latencies of the agent's turns, in ms. */
const DISTRIBUTIONS = [
  'callSeconds',
  'finalTranscriptMs',
  'firstTokenMs',
  'firstAudioMs',
  'firstFrameMs',
  'firstPlayedMs',
  'replySeconds',
] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

/** Each bucket reaches 10 % further than the one before it, so that a percentile is off by at most (1.1 − 1) / (1.1 + 1). */
const GROWTH = 1.1;
/** The last bucket begins at 1.1^126: 164 s of latencies, 45 hours of calls and replies. It also has all greater values. */
const BUCKETS = 128;

const indexed = <Name extends string>(names: readonly Name[]): ReadonlyMap<Name, number> =>
  new Map(names.map((name, index) => [name, index]));

const counterIndex = indexed(COUNTERS);
const distributionIndex = indexed(DISTRIBUTIONS);

/** The number of slots. */
export const SLOTS = COUNTERS.length + DISTRIBUTIONS.length * BUCKETS;

/** The slot of a counter. */
export const slotOf = (counter: Counter): number => counterIndex.get(counter) ?? 0;

const firstBucketOf = (distribution: Distribution): number =>
  COUNTERS.length + (distributionIndex.get(distribution) ?? 0) * BUCKETS;

/** The slot that counts a value. Values below 1 share a bucket. */
export const bucketOf = (distribution: Distribution, value: number): number => {
  const bucket = value < 1 ? 0 : 1 + Math.floor(Math.log(value) / Math.log(GROWTH));
  return firstBucketOf(distribution) + Math.min(bucket, BUCKETS - 1);
};

/** The value of a bucket with the smallest relative error for all values in it. */
const middleOf = (bucket: number): number => (bucket === 0 ? 0 : (2 * GROWTH ** bucket) / (GROWTH + 1));

/** The value by nearest rank, at most 5 % off; null without values. `share`: 0 to 1. `slots`: a tally by slot. */
export const quantileOf = (slots: Float64Array, distribution: Distribution, share: number): number | null => {
  const first = firstBucketOf(distribution);
  let all = 0;
  for (let slot = first; slot < first + BUCKETS; slot += 1) all += slots[slot] ?? 0;
  if (all === 0) return null;
  const rank = Math.max(1, Math.ceil(share * all));
  let below = 0;
  let bucket = 0;
  for (; bucket < BUCKETS - 1; bucket += 1) {
    below += slots[first + bucket] ?? 0;
    if (below >= rank) break;
  }
  return middleOf(bucket);
};
