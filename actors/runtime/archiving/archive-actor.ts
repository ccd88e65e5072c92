/** The steps that archive one actor; archiver.ts defines what they guarantee, and when each is due. */
import type { ActorRef } from '../actor.js';
import { archiveText, type RawMessage } from '../journal/archive.js';
import type { Journal } from '../journal/journal.js';
import { type ArchivableActor, type Readers, verdictOn } from './verdict.js';

/** A message must fit the server's default limit; a larger actor stays as it is. */
const MAX_BYTES = 768 * 1_024;

/**
 * What was done. `left`: nothing, for now or for good. `early`: nothing yet, because a reaction has not handled all of
 * it. `differs`: nothing is removed, because the archive does not hold what precedes it.
 */
export type ArchiveOutcome = 'left' | 'early' | 'archived' | 'archive_cleared' | 'differs';

/**
 * Archives the actor if it has ended, or removes what its archive holds. `archiveSeq`: of an archive that is old enough
 * for removal (AR1); null: nothing is removed. @throws what the journal throws; Error if the archive cannot be read
 */
export const archiveActor = async <State, Event>(
  actor: ArchivableActor<State, Event>,
  journal: Pick<Journal, 'messages' | 'archive' | 'removeBefore'>,
  ref: ActorRef,
  readers: Readers,
  archiveSeq: number | null,
): Promise<ArchiveOutcome> => {
  const messages: RawMessage[] = [];
  for await (const message of journal.messages(ref)) messages.push(message);
  const verdict = verdictOn(actor, ref, messages, readers);
  if (verdict.type === 'archive') {
    const { seq, version, archive } = verdict;
    const text = archiveText(version, archive);
    if (Buffer.byteLength(text) > MAX_BYTES) return 'left';
    await journal.archive(ref, seq, text); // AR2
    return 'archived';
  }
  if (verdict.type !== 'archived') return verdict.type;
  if (verdict.seq !== archiveSeq) return 'left';
  if (!verdict.isHeld) return 'differs'; // AR1
  // Even if its messages are gone: schedules may be left.
  await journal.removeBefore(ref, verdict.seq);
  return 'archive_cleared';
};
