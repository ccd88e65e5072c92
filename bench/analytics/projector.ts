/** The time that the projector takes for ended calls, with a view and without it. */
import { rmSync } from 'node:fs';
import { isJournalEvent } from '../../actors/runtime/event-versions.js';
import { parseCommits } from '../../actors/runtime/journal/commit.js';
import { deriveId } from '../../schemas/ids.js';
import { callThatEnded } from '../../testkit/journal/ended-call.js';
import { seeded } from '../../testkit/seeded.js';
import { openForWriting } from '../../views/kernel/database.js';
import { createProjection, type JournalCommit } from '../../views/kernel/projection.js';
import type { Catalogue } from '../../views/kernel/view.js';
import { registry } from '../../views/registry.js';
import { median } from '../gauges/quantiles.js';

const BUSINESS = deriveId('bench', 'analytics', 'projector');
const SHARD = 0;
/** Commits that are written in one transaction, as when the projector is behind. */
const BATCH = 1_000;
/** Calls that begin in each hour: as many as a business with a million a year has. */
const SPACING_MS = 31_500;

/** A message of the journal with its text, which the projector parses. */
interface Message {
  readonly seq: number;
  readonly id: string;
  readonly text: string;
}

/** The messages of ended calls, in the order of the journal. */
const messagesOf = (calls: number): readonly Message[] => {
  const random = seeded(5);
  const beganAt = Date.UTC(2025, 0, 1);
  const texts = Array.from({ length: calls }, (_, n) => {
    const id = deriveId('bench', 'analytics', 'call', `${n}`);
    const callee = { contactId: null, name: null, number: '+14155550100' };
    const ref = { kind: 'call', business: BUSINESS, id };
    return callThatEnded(ref, { to: callee, beganAt: beganAt + n * SPACING_MS, random }).map(({ text }) => ({
      id,
      text,
    }));
  }).flat();
  return texts.map((message, index) => ({ ...message, seq: index + 1 }));
};

const commitOf = ({ seq, id, text }: Message): JournalCommit => {
  const [commit] = parseCommits(text);
  if (commit === undefined) throw new Error('a message has no commit');
  const { at, version } = commit;
  const events = commit.events.filter(isJournalEvent);
  return { kind: 'call', businessId: BUSINESS, id, seq, mark: '', at, version, bytes: text.length, events };
};

/**
 * The processor time that a new file takes to apply the messages, ms: other work of the machine does not count. `without`: the name of a
 * view that is left out; null: none. @throws Error if one of them cannot be applied
 */
const applyAll = (file: string, messages: readonly Message[], without: string | null): number => {
  rmSync(file, { force: true });
  const catalogue: Catalogue = { ...registry, views: registry.views.filter(({ name }) => name !== without) };
  const { db } = openForWriting(file, catalogue);
  try {
    const projection = createProjection(db, catalogue);
    projection.begin(SHARD, { journal: 'bench', lineage: '' });
    const before = process.cpuUsage();
    for (let from = 0; from < messages.length; from += BATCH)
      projection.apply(SHARD, messages.slice(from, from + BATCH).map(commitOf), ({ type, reason }) => {
        throw new Error(`${type}: ${reason}`);
      });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  } finally {
    db.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  }
};

/** What the projector takes for a number of ended calls. Processor times in ms. */
export interface ViewCost {
  readonly calls: number;
  readonly messages: number;
  readonly withView: number;
  readonly without: number;
  /** The view's share of all, 0 to 1. */
  readonly share: number;
}

/** The cost of a view, from runs with and without it in turns. `file`: a place for a file, which is removed. */
export const costOfView = (view: string, file: string, calls: number, rounds: number): ViewCost => {
  const messages = messagesOf(calls);
  applyAll(file, messages, null); // Warms up.
  const times: { readonly with: number[]; readonly without: number[] } = { with: [], without: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.without.push(applyAll(file, messages, view));
    times.with.push(applyAll(file, messages, null));
  }
  const [withView, without] = [median(times.with), median(times.without)];
  return { calls, messages: messages.length, withView, without, share: (withView - without) / withView };
};

/** The cost in a line. */
export const costLine = ({ calls, messages, withView, without, share }: ViewCost): string =>
  `projector: ${calls} calls (${messages} messages) in ${withView.toFixed(0)} ms of processor time, ${without.toFixed(0)} ms without the view: ` +
  `ratio ${(withView / without).toFixed(3)}, share ${(share * 100).toFixed(1)} %`;
