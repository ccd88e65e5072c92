/** A year of ended calls of one business, counted as the view counts them. */
import type { CallOutcomeName } from '../../schemas/analytics/analytics.js';
import { deriveId } from '../../schemas/ids.js';
import { seeded } from '../../testkit/seeded.js';
import { bucketOf, type Distribution, slotOf } from '../../views/analytics/slots.js';
import { counting } from '../../views/analytics/tables.js';
import { type Facts, factsOf } from '../../views/analytics/tally.js';
import type { Db } from '../../views/kernel/database.js';

export const BUSINESS = deriveId('bench', 'analytics');
/** 1 January 2025, UTC, ms since the epoch. */
export const YEAR_BEGINS = Date.UTC(2025, 0, 1);
export const DAY_MS = 86_400_000;
export const YEAR_DAYS = 365;
export const AGENTS = Array.from({ length: 12 }, (_, n) => deriveId('bench', 'agent', `${n}`));
/** Days between two versions of an agent. */
const VERSION_DAYS = 20;
/** Campaigns that run at the same time; each runs for a month. */
const CAMPAIGNS = 4;
const CALLS_A_TRANSACTION = 5_000;

/** Outcomes with their cumulative shares. */
const OUTCOMES: readonly (readonly [CallOutcomeName, number])[] = [
  ['completed', 0.45],
  ['voicemail', 0.6],
  ['no_answer', 0.85],
  ['busy', 0.95],
  ['failed', 0.98],
  ['cancelled', 1],
];

/** Latencies in ms, with their usual size. */
const LATENCIES: readonly (readonly [Distribution, number])[] = [
  ['finalTranscriptMs', 250],
  ['firstTokenMs', 420],
  ['firstAudioMs', 580],
  ['firstFrameMs', 600],
  ['firstPlayedMs', 680],
];

const outcomeOf = (chance: number): CallOutcomeName =>
  OUTCOMES.find(([, share]) => chance < share)?.[0] ?? 'cancelled';

/** Between 8 and 20 o'clock; days follow each other, as in a journal. `share`: of the year, 0 to 1. */
const timeOf = (share: number, random: () => number): number =>
  YEAR_BEGINS + Math.floor(share * YEAR_DAYS) * DAY_MS + Math.floor((8 + 12 * random()) * 3_600_000);

const factsOfCall = (outcome: CallOutcomeName, random: () => number): Facts => {
  const counts = new Map<number, number>([[slotOf('all'), 1]]);
  const add = (slot: number, count = 1): void => void counts.set(slot, (counts.get(slot) ?? 0) + count);
  if (outcome !== 'completed') return factsOf(counts);
  const seconds = Math.round(20 + 200 * random() ** 2);
  const turns = 3 + Math.floor(random() * 6);
  add(slotOf('answered'));
  add(slotOf('durationSeconds'), seconds);
  add(slotOf('chargedMicrocredits'), Math.ceil(seconds / 20) * 10_000);
  add(slotOf('analyzed'));
  add(slotOf(random() < 0.7 ? 'succeeded' : 'notSucceeded'));
  add(bucketOf('callSeconds', seconds));
  add(slotOf('agentTurns'), turns);
  add(slotOf('interruptions'), Math.floor(random() * 2));
  add(slotOf('toolUses'), Math.floor(random() * 3));
  for (let turn = 0; turn < turns; turn += 1)
    for (const [latency, usual] of LATENCIES)
      add(bucketOf(latency, usual * (0.6 + random() + random() ** 8 * 4)));
  return factsOf(counts);
};

/** Counts `calls` calls, spread over the year. */
export const countYear = (db: Db, calls: number, onDone: (count: number) => void): void => {
  const random = seeded(11);
  const counted = counting(db, 'calls');
  const pick = (below: number): number => Math.floor(random() * below);
  const countOne = (item: number): void => {
    const at = timeOf(item / calls, random);
    const day = Math.floor((at - YEAR_BEGINS) / DAY_MS);
    const outcome = outcomeOf(random());
    const campaign = pick(CAMPAIGNS + 1);
    const under = {
      businessId: BUSINESS,
      // An agent calls for one campaign, or two.
      agentId: AGENTS[(campaign + pick(3) * (CAMPAIGNS + 1)) % AGENTS.length] ?? '',
      version: 1 + Math.floor(day / VERSION_DAYS),
      campaignId:
        campaign === 0 ? null : deriveId('bench', 'campaign', `${campaign} ${Math.floor(day / 30)}`),
      channel: null,
      outcome,
      at,
    };
    counted.count(item, under, factsOfCall(outcome, random));
  };
  const countSome = db.transaction((from: number, to: number) => {
    for (let item = from; item < to; item += 1) countOne(item);
  });
  for (let from = 0; from < calls; from += CALLS_A_TRANSACTION) {
    const to = Math.min(from + CALLS_A_TRANSACTION, calls);
    countSome(from, to);
    onDone(to);
  }
};
