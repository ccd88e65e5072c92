/** A journal behind its guard (journal-guard.ts). */
import type { Journal } from '../journal/journal.js';
import { eventSubject } from '../subjects.js';
import type { JournalGuard } from './journal-guard.js';
import { commitKeyIn, commitKeyOf } from './position.js';

/** All calls but those about shards wait for the guard; what is acknowledged is noted there. */
export const guardedJournal = (journal: Journal, guard: JournalGuard): Journal => {
  /** On the caller's stack if the journal is trusted (JG4). */
  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    guard.state().type === 'trusted' ? work() : guard.trusted().then(work);
  const isTrusted = (): boolean => guard.state().type === 'trusted';

  return {
    shards: journal.shards,
    shardOf: journal.shardOf,
    append: async (ref, behind, commit, isCurrent = () => true) => {
      const appended = await guarded(() =>
        journal.append(ref, behind, commit, () => isTrusted() && isCurrent()),
      );
      if (appended.type === 'known') return appended;
      const shard = journal.shardOf(ref);
      const commitKey = commitKeyOf(commit);
      await guard.note(shard, { seq: appended.seq, subject: eventSubject(shard, ref), commitKey });
      return appended;
    },
    appendTogether: async (ref, behind, version, texts, isCurrent) => {
      const written = await guarded(() =>
        journal.appendTogether(ref, behind, version, texts, () => isTrusted() && isCurrent()),
      );
      const shard = journal.shardOf(ref);
      const commitKey = commitKeyIn(texts[0] ?? '');
      if (commitKey !== null)
        await guard.note(shard, { seq: written.seq, subject: eventSubject(shard, ref), commitKey });
      return written;
    },
    arm: (ref, name, dueAt) => guarded(() => journal.arm(ref, name, dueAt)),
    last: (ref) => guarded(() => journal.last(ref)),
    read: (...args) => after(guard, () => journal.read(...args)),
    remaining: (ref) => guarded(() => journal.remaining(ref)),
    skip: (...args) => guarded(() => journal.skip(...args)),
    messages: (ref) => after(guard, () => journal.messages(ref)),
    archive: (...args) => guarded(() => journal.archive(...args)),
    removeBefore: (ref, archiveSeq) => guarded(() => journal.removeBefore(ref, archiveSeq)),
    saveSnapshot: (ref, snapshot) => guarded(() => journal.saveSnapshot(ref, snapshot)),
    loadSnapshot: (ref) => guarded(() => journal.loadSnapshot(ref)),
  };
};

async function* after<T>(guard: JournalGuard, read: () => AsyncIterable<T>): AsyncGenerator<T> {
  if (guard.state().type !== 'trusted') await guard.trusted();
  yield* read();
}
