/** The time that the projector takes for ended calls, with the roll-ups and without them. */
import { rmSync } from 'node:fs';
import { isJournalEvent } from '../../actors/runtime/event-versions.js';
import { parseCommits } from '../../actors/runtime/journal/commit.js';
import { deriveId } from '../../schemas/ids.js';
import { seeded } from '../../testkit/seeded.js';
import { openForWriting } from '../../views/kernel/database.js';
import { createProjection, type JournalCommit } from '../../views/kernel/projection.js';
import type { Catalogue } from '../../views/kernel/view.js';
import { registry } from '../../views/registry.js';
import { callThatEnded } from '../growth/calls.js';

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
export const messagesOf = (calls: number): readonly Message[] => {
  const random = seeded(5);
  const beganAt = Date.UTC(2025, 0, 1);
  const texts = Array.from({ length: calls }, (_, n) => {
    const id = deriveId('bench', 'analytics', 'call', `${n}`);
    const callee = { contactId: null, name: null, number: '+14155550100' };
    const ref = { kind: 'call', business: BUSINESS, id };
    return callThatEnded(ref, callee, beganAt + n * SPACING_MS, random).map(({ text }) => ({ id, text }));
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

/** The build's views without the roll-ups. */
const WITHOUT: Catalogue = { ...registry, views: registry.views.filter(({ name }) => name !== 'analytics') };

/** The processor time that a new file takes to apply the messages, ms: other work of the machine does not count. @throws Error if one of them cannot be applied */
export const applyAll = (file: string, messages: readonly Message[], withRollUps: boolean): number => {
  rmSync(file, { force: true });
  const catalogue = withRollUps ? registry : WITHOUT;
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
