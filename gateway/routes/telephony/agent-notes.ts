/** Notes to the agent of a live call. */
import { Type } from 'typebox';
import type { LineHolder } from '../../../actors/call/events.js';
import type { LegHolder } from '../../../operations/calls/call-deps.js';
import type { Operations } from '../../../operations/operations.js';
import { AgentNote, AgentNoteCreate } from '../../../schemas/calls/start.js';
import { DomainError } from '../../../schemas/errors.js';
import { CallId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';

const CallParams = Type.Object({ callId: CallId }, closed);

/** The routes of notes to agents. */
export const agentNoteRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/voice/calls/{callId}/agent-notes',
    operationId: 'noteToAgent',
    audit: { none: 'the journal of the call names the author of a note' },
    summary:
      'Send a note to the agent of a live call. The agent considers it from its next answer on, and does not read it out.',
    description:
      'Use it to supply facts during a call, like the answer of a colleague. A call takes 50 notes. A note survives the move of the call to another node; a repeated request adds no second one.',
    scopes: ['voice:write'],
    idempotent: true,
    quota: 'none',
    status: 201,
    params: CallParams,
    body: AgentNoteCreate,
    response: AgentNote,
    errors: ['call_not_found', 'call_not_live', 'too_many_agent_notes', 'not_ready'],
    handler: async ({ caller, by, params, body }) =>
      operations.agentNotes.create(caller, requireOperator(by), params.callId, body),
  }),
];

/** @throws DomainError api_key_missing, which the pipeline has thrown before */
const requireOperator = (by: LegHolder | null): LineHolder => {
  if (by === null) throw new DomainError('api_key_missing');
  return by.type === 'key' ? { type: 'key', id: by.keyId } : { type: 'user', id: by.userId };
};
