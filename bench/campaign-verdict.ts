/** Whether a campaign did what it should: its members' history held against what the phone network saw. */
import type { CampaignResource, MembershipResource } from '../schemas/campaign.js';
import { blocksOf } from '../schemas/money.js';
import { STANDARD_PRICES } from '../schemas/prices.js';

export interface CampaignFacts {
  readonly read: <T>(path: string) => Promise<T>;
  /** Of the campaign. */
  readonly path: string;
  readonly recipients: number;
  readonly lines: number;
  readonly kills: number;
  readonly maxRetries: number;
  /** Samples; `waiting`: whether more recipients were left than there are lines. */
  readonly busy: readonly { readonly at: number; readonly up: number; readonly waiting: boolean }[];
  /** All that went into the journal: commits, timers and their wakes. */
  readonly journalMessages: number;
  readonly load: { readonly peak: number; readonly placed: number };
  /** Each call of the network in a line: number, status address, status, seconds. */
  readonly tally: string;
  readonly business: () => Promise<Readonly<Record<string, unknown>>>;
}

/** The first seconds fill the lines. */
const RAMP_MS = 10_000;
/** Outcomes after which a recipient is tried again. */
const REPEATED = new Set(['busy', 'no_answer', 'failed']);

export const judgeCampaign = async (facts: CampaignFacts) => {
  const wrong: string[] = [];
  const expect = (holds: boolean, what: string): void => {
    if (!holds) wrong.push(what);
  };
  const { read, path, recipients, lines, maxRetries, load } = facts;

  /** Placements and seconds, by our call. */
  const placed = new Map<string, { times: number; status: string; seconds: number }>();
  for (const line of facts.tally.trim().split('\n')) {
    const [, address = '', status = '', seconds = '0'] = line.split(' ');
    const callId = /[0-9a-f-]{36}$/.exec(address)?.[0] ?? address;
    const times = (placed.get(callId)?.times ?? 0) + 1;
    placed.set(callId, { times, status, seconds: Number(seconds) });
  }
  const twice = [...placed.values()].filter(({ times }) => times > 1).length;
  expect(twice === 0, `${twice} calls were placed more than once`);

  const contacts = new Set<string>();
  const attempted = new Set<string>();
  const outcomes: Record<string, number> = {};
  let neverPlaced = 0;
  let misfits = 0;
  const unfinished: object[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { memberships: readonly MembershipResource[]; nextCursor: string | null } = await read(
      `${path}/memberships?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const { contactId, status, attempts, outcome } of page.memberships) {
      contacts.add(contactId);
      outcomes[status] = (outcomes[status] ?? 0) + 1;
      for (const { callId } of attempts) {
        if (callId === null) continue;
        if (attempted.has(callId)) misfits += 1;
        attempted.add(callId);
        if (!placed.has(callId)) neverPlaced += 1;
      }
      if (outcome === null && unfinished.length < 5) {
        const callId = attempts.at(-1)?.callId ?? null;
        unfinished.push({
          status,
          attempts,
          call: callId === null ? null : await read(`/api/v1/voice/calls/${callId}`),
        });
      }
      const tries = attempts.length;
      const right =
        outcome !== null && REPEATED.has(outcome) ? tries === maxRetries + 1 : tries <= maxRetries + 1;
      const repeats = attempts.slice(0, -1).every(({ outcome: each }) => each !== null && REPEATED.has(each));
      if (outcome === null || tries === 0 || !right || !repeats) misfits += 1;
    }
    cursor = page.nextCursor;
  }
  const unknown = [...placed.keys()].filter((callId) => !attempted.has(callId)).length;
  expect(contacts.size === recipients, `${contacts.size} of ${recipients} recipients are members`);
  expect(misfits === 0, `${misfits} members were not tried as configured`);
  expect(unknown === 0, `${unknown} calls at the network belong to no attempt`);
  expect(load.peak <= lines, `${load.peak} calls were up at a time`);

  const { campaign } = await read<{ campaign: CampaignResource }>(path);
  expect(campaign.counts.total === recipients, 'the counts do not add up');
  const due = [...placed.values()].reduce(
    (sum, { status, seconds }) => sum + (status === 'completed' ? blocksOf(seconds) : 0),
    0,
  );
  const { reservedMicrocredits, chargedMicrocredits, leasedLines } = await facts.business();
  const owed = due * STANDARD_PRICES.call_block;
  expect(chargedMicrocredits === owed, `charged ${chargedMicrocredits}, owed ${owed}`);
  expect(reservedMicrocredits === 0 && leasedLines === 0, 'credit or lines are still set aside');

  const counted = facts.busy.filter(({ at, waiting }) => at > RAMP_MS && waiting);
  const linesBusy = counted.reduce((sum, { up }) => sum + up, 0) / Math.max(1, counted.length * lines);
  // Each kill takes calls' next steps with it for the watchdog's time.
  expect(facts.kills > 0 || linesBusy >= 0.95, `${(linesBusy * 100).toFixed(1)} % of the lines were busy`);
  return {
    outcomes,
    calls: load.placed,
    journalMessagesPerCall: Math.round(facts.journalMessages / Math.max(1, load.placed)),
    /** Killed between the intent and the request: looked for, and never placed again. */
    neverPlaced,
    mostUp: load.peak,
    unfinished,
    linesBusyPercent: Math.round(linesBusy * 1_000) / 10,
    wrong,
  };
};
