/**
 * Notes to the agent of a live call. The call records a note first, so that its next session receives it; then the
 * current session is notified. A repeated request is the same note.
 */
import type { LineHolder } from '../../actors/call/events.js';
import { call } from '../../actors/call/index.js';
import type { AgentNote, AgentNoteCreate } from '../../schemas/calls/start.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';

interface AgentNoteOperations {
  /**
   * A note that the agent of a live call reads with its next answer.
   * @throws DomainError call_not_found, call_not_live, too_many_agent_notes, not_ready
   */
  create(caller: Caller, by: LineHolder, callId: string, body: AgentNoteCreate): Promise<Written<AgentNote>>;
}

export const agentNoteOperations = (deps: OperationsDeps): AgentNoteOperations => ({
  create: (caller, by, callId, { text }) => noteToAgent(deps, caller, by, callId, text),
});

const noteToAgent = async (
  { actors, agentNotes }: OperationsDeps,
  caller: Caller,
  by: LineHolder,
  callId: string,
  text: string,
): Promise<Written<AgentNote>> => {
  const { businessId } = caller;
  const noteId = commandIdOf(caller);
  const command = { type: 'note_to_agent', noteId, text, by } as const;
  const { answer, shard, seq } = await actors.ask(call, { business: businessId, id: callId }, command, {
    commandId: noteId,
  });
  await agentNotes.deliver(businessId, callId, noteId, answer.text);
  return {
    result: { noteId, callId, text: answer.text, createdAt: new Date(answer.at).toISOString() },
    shard,
    seq,
  };
};
