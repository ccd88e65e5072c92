/**
 * Detects, while a shard's commits are read in order, that a commit follows a message which was not read: the server silently
 * skips messages that it cannot read. A missing message without a successor goes undetected.
 */
import { createSeen } from '../../../actors/runtime/integrity/chain-check.js';
import type { JournalCommit } from '../projection.js';

/** The watch of one reading. */
export interface ChainWatch {
  /** Records a message that was read and is not a commit. */
  pass(seq: number): void;
  /** Records a commit; returns it, with the missing message before it if there is one. */
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
      // An archive replaces the messages that it follows.
      if (archived !== undefined) return commit;
      return follows <= afterSeq || seen.has(follows - afterSeq) ? commit : { ...commit, missing: follows };
    },
  };
};
