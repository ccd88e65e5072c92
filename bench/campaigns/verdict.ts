/** Judges a campaign: compares its members' history with what the phone network saw. */

import { blocksOf, STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import type { CampaignResource } from '../../schemas/campaigns/campaign.js';
import type { MembershipResource } from '../../schemas/campaigns/membership.js';

/** The facts a campaign is judged by. */
export interface CampaignFacts {
  readonly read: <T>(path: string) => Promise<T>;
  /** Path of the campaign in the API. */
  readonly path: string;
  readonly recipients: number;
  readonly lines: number;
  readonly kills: number;
  readonly maxRetries: number;
  /** Samples. `waiting` is whether more recipients were left than there are lines. */
  readonly busy: readonly { readonly at: number; readonly up: number; readonly waiting: boolean }[];
  /** Everything written to the journal: commits, timers and their wake-ups. */
  readonly journalMessages: number;
  readonly load: { readonly peak: number; readonly placed: number };
  /** One line per call of the network: number, status address, status, seconds. */
  readonly tally: string;
  readonly business: () => Promise<Readonly<Record<string, unknown>>>;
}

/** The lines fill during the first seconds. */
const RAMP_MS = 10_000;
/** Outcomes after which a recipient is retried. */
const RETRIED_OUTCOMES = new Set(['busy', 'no_answer', 'failed']);

/** A call as the network saw it. */
interface PlacedCall {
  readonly times: number;
  readonly status: string;
  readonly seconds: number;
}

/** The network's tally, by our call id. */
const placedIn = (tally: string): ReadonlyMap<string, PlacedCall> => {
  const placed = new Map<string, PlacedCall>();
  for (const line of tally.trim().split('\n')) {
    const [, address = '', status = '', seconds = '0'] = line.split(' ');
    const callId = /[0-9a-f-]{36}$/.exec(address)?.[0] ?? address;
    const times = (placed.get(callId)?.times ?? 0) + 1;
    placed.set(callId, { times, status, seconds: Number(seconds) });
  }
  return placed;
};

/** Every member of the campaign, read page by page. */
async function* membersOf({ read, path }: CampaignFacts): AsyncGenerator<MembershipResource> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { memberships: readonly MembershipResource[]; nextCursor: string | null } = await read(
      `${path}/memberships?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    yield* page.memberships;
    cursor = page.nextCursor;
  }
}

/** Whether a member was tried as often as its outcome requires, and retried only after outcomes that call for a retry. */
const wasTriedAsConfigured = ({ attempts, outcome }: MembershipResource, maxRetries: number): boolean => {
  if (outcome === null || attempts.length === 0) return false;
  const maxAttempts = maxRetries + 1;
  const hasExpectedCount = RETRIED_OUTCOMES.has(outcome)
    ? attempts.length === maxAttempts
    : attempts.length <= maxAttempts;
  return (
    hasExpectedCount &&
    attempts
      .slice(0, -1)
      .every((attempt) => attempt.outcome !== null && RETRIED_OUTCOMES.has(attempt.outcome))
  );
};

/** How many members without an outcome are shown. */
const MAX_SHOWN = 5;

/** Compares the members' history with what the network saw. */
const auditMembers = async (facts: CampaignFacts, placed: ReadonlyMap<string, PlacedCall>) => {
  const contacts = new Set<string>();
  const attempted = new Set<string>();
  const outcomes: Record<string, number> = {};
  let neverPlaced = 0;
  let misfits = 0;
  const unfinished: object[] = [];
  for await (const member of membersOf(facts)) {
    const { contactId, status, attempts, outcome } = member;
    contacts.add(contactId);
    outcomes[status] = (outcomes[status] ?? 0) + 1;
    for (const { callId } of attempts) {
      if (callId === null) continue;
      if (attempted.has(callId)) misfits += 1;
      attempted.add(callId);
      if (!placed.has(callId)) neverPlaced += 1;
    }
    if (outcome === null && unfinished.length < MAX_SHOWN) {
      const callId = attempts.at(-1)?.callId ?? null;
      const call = callId === null ? null : await facts.read(`/api/v1/voice/calls/${callId}`);
      unfinished.push({ status, attempts, call });
    }
    if (!wasTriedAsConfigured(member, facts.maxRetries)) misfits += 1;
  }
  const unknown = [...placed.keys()].filter((callId) => !attempted.has(callId)).length;
  return { members: contacts.size, outcomes, neverPlaced, misfits, unknown, unfinished };
};

/** The price of the calls that were answered. */
const owedFor = (placed: ReadonlyMap<string, PlacedCall>): number => {
  const blocks = [...placed.values()].map(({ status, seconds }) =>
    status === 'completed' ? blocksOf(seconds) : 0,
  );
  return blocks.reduce((sum, each) => sum + each, 0) * STANDARD_PRICES.call_block;
};

/** The share of lines in use while there was a recipient for each of them. */
const linesBusyOf = ({ busy, lines }: CampaignFacts): number => {
  const counted = busy.filter(({ at, waiting }) => at > RAMP_MS && waiting);
  return counted.reduce((sum, { up }) => sum + up, 0) / Math.max(1, counted.length * lines);
};

/** `wrong` is empty when the campaign did what it should. */
export const judgeCampaign = async (facts: CampaignFacts) => {
  const problems: string[] = [];
  const expect = (holds: boolean, what: string): void => {
    if (!holds) problems.push(what);
  };
  const { recipients, lines, load } = facts;

  const placed = placedIn(facts.tally);
  const twice = [...placed.values()].filter(({ times }) => times > 1).length;
  expect(twice === 0, `${twice} calls were placed more than once`);
  expect(load.peak <= lines, `${load.peak} calls were live at a time`);

  const { members, outcomes, neverPlaced, misfits, unknown, unfinished } = await auditMembers(facts, placed);
  expect(members === recipients, `${members} of ${recipients} recipients are members`);
  expect(misfits === 0, `${misfits} members were not tried as configured`);
  expect(unknown === 0, `${unknown} calls at the network belong to no attempt`);

  const { campaign } = await facts.read<{ campaign: CampaignResource }>(facts.path);
  expect(campaign.counts.total === recipients, 'the counts do not add up');
  const { reservedMicrocredits, chargedMicrocredits, leasedLines } = await facts.business();
  const owed = owedFor(placed);
  expect(chargedMicrocredits === owed, `charged ${chargedMicrocredits}, owed ${owed}`);
  expect(reservedMicrocredits === 0 && leasedLines === 0, 'credit or lines are still reserved');

  const linesBusy = linesBusyOf(facts);
  // Each kill holds up the next steps of its calls until the watchdog fires.
  expect(facts.kills > 0 || linesBusy >= 0.95, `${(linesBusy * 100).toFixed(1)} % of the lines were busy`);
  return {
    outcomes,
    calls: load.placed,
    journalMessagesPerCall: Math.round(facts.journalMessages / Math.max(1, load.placed)),
    /** The node was killed between the intent and the request; such calls are looked up and never placed again. */
    neverPlaced,
    mostUp: load.peak,
    unfinished,
    linesBusyPercent: Math.round(linesBusy * 1_000) / 10,
    wrong: problems,
  };
};
