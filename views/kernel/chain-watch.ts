/**
 * Notices, while a shard's commits are read in order, that one of them follows a message which was not read: the server
 * passes over what it cannot read without a word. What nothing follows it cannot notice.
 */
import { createSeen } from '../../actors/runtime/seen-sequences.js';
import type { JournalCommit } from './projection.js';

/** Of one reading. */
export interface ChainWatch {
  /** Takes a message that was read and is no commit. */
  pass(seq: number): void;
  /** Takes a commit; gives it, with what is missing before it. */
  check(commit: JournalCommit): JournalCommit;
}

/** `afterSeq`: everything up to it was read earlier. */
export const watchChain = (afterSeq: number): ChainWatch => {
  const seen = createSeen();
  const pass = (seq: number): void => {
    if (seq > afterSeq) seen.add(seq - afterSeq);
  };
  return {
    pass,
    check: (commit) => {
      const { seq, follows = 0, archived } = commit;
      pass(seq);
      for (const message of archived ?? []) pass(message.seq);
      // An archive stands for what it follows.
      if (archived !== undefined) return commit;
      return follows <= afterSeq || seen.has(follows - afterSeq) ? commit : { ...commit, missing: follows };
    },
  };
};
