/** Tags, notes and a score that people give to calls. */
import { callReview } from '../../actors/call-review/index.js';
import {
  type CallNoteResult,
  type CallReviewChange,
  type CallReviewResult,
  type CallReviewsResult,
  tagOf,
} from '../../schemas/calls/review.js';
import { DomainError, isRetryable } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { authorOf, type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';

interface CallReviewOperations {
  /** @throws DomainError validation_failed, call_not_found, too_many_tags */
  change(caller: Caller, callId: string, change: CallReviewChange): Promise<Written<CallReviewResult>>;
  /** Changes each call by itself. @throws DomainError validation_failed */
  changeMany(
    caller: Caller,
    callIds: readonly string[],
    change: CallReviewChange,
  ): Promise<Written<CallReviewsResult>>;
  /** @throws DomainError call_not_found, too_many_call_notes, call_note_not_found if the note was removed since */
  note(caller: Caller, callId: string, text: string): Promise<Written<CallNoteResult>>;
  /** @throws DomainError call_note_not_found */
  removeNote(
    caller: Caller,
    callId: string,
    noteId: string,
  ): Promise<Written<{ readonly noteId: string; readonly removed: boolean }>>;
}

type ReviewDeps = Pick<OperationsDeps, 'actors' | 'views'>;

export const callReviewOperations = (deps: ReviewDeps): CallReviewOperations => ({
  change: async (caller, callId, change) => {
    const command = commandOf(caller, change);
    await requireCall(deps, caller.businessId, callId);
    return changeOne(deps, caller, callId, command);
  },

  changeMany: async (caller, callIds, change) => {
    const command = commandOf(caller, change);
    const changed: CallReviewResult[] = [];
    const failures: CallReviewsResult['failures'] = [];
    const last = { shard: 0, seq: 0 };
    for (const callId of callIds) {
      try {
        await requireCall(deps, caller.businessId, callId);
        const { result, shard, seq } = await changeOne(deps, caller, callId, command);
        changed.push(result);
        last.shard = shard;
        last.seq = Math.max(last.seq, seq);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const { code, message } = error;
        failures.push({ callId, error: { code, message, retryable: isRetryable(code) } });
      }
    }
    return { result: { changed, failures }, ...last };
  },

  note: async (caller, callId, text) => {
    await requireCall(deps, caller.businessId, callId);
    const noteId = commandIdOf(caller);
    const { answer, shard, seq } = await deps.actors.ask(
      callReview,
      { business: caller.businessId, id: callId },
      { type: 'note', noteId, text, ...authorOf(caller) },
      { commandId: noteId },
    );
    if (answer === null) throw new DomainError('call_note_not_found');
    const createdAt = new Date(answer.at).toISOString();
    return { result: { noteId, callId, text: answer.text, createdAt }, shard, seq };
  },

  removeNote: async (caller, callId, noteId) => {
    const { shard, seq } = await deps.actors.ask(
      callReview,
      { business: caller.businessId, id: callId },
      { type: 'remove_note', noteId, ...authorOf(caller) },
      { commandId: commandIdOf(caller) },
    );
    return { result: { noteId, removed: true }, shard, seq };
  },
});

/** @throws DomainError call_not_found */
const requireCall = async ({ views }: ReviewDeps, businessId: string, callId: string): Promise<void> => {
  const found = await readThrough(views, businessId, () => views.callFacts(businessId, callId));
  if (found === null) throw new DomainError('call_not_found');
};

/** @throws DomainError validation_failed */
const commandOf = (caller: Caller, { addTags = [], removeTags = [], score, reviewed }: CallReviewChange) => {
  const isChange = addTags.length + removeTags.length > 0 || score !== undefined || reviewed !== undefined;
  refuseProblems(
    isChange ? [] : [{ path: '/', message: 'must have addTags, removeTags, score or reviewed' }],
  );
  return {
    type: 'change',
    addTags: addTags.map(tagOf),
    removeTags: removeTags.map(tagOf),
    ...(score === undefined ? {} : { score }),
    ...(reviewed === undefined ? {} : { reviewed }),
    ...authorOf(caller),
  } as const;
};

const changeOne = async (
  { actors }: ReviewDeps,
  caller: Caller,
  callId: string,
  command: ReturnType<typeof commandOf>,
): Promise<Written<CallReviewResult>> => {
  const { answer, shard, seq } = await actors.ask(
    callReview,
    { business: caller.businessId, id: callId },
    command,
    { commandId: deriveId(commandIdOf(caller), callId) },
  );
  const { tags, score, reviewed } = answer;
  return { result: { callId, tags: [...tags], score, reviewed }, shard, seq };
};
