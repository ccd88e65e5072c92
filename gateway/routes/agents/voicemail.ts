/** What an agent does when a machine answers its calls. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { Voicemail } from '../../../schemas/agents/voicemail.js';
import { AgentId, BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, writtenAs } from '../common.js';

const Params = Type.Object({ agentId: AgentId }, closed);
const VoicemailSet = Type.Object({ businessId: BusinessId, voicemail: Voicemail }, closed);
const Response = Type.Object({ voicemail: Voicemail }, closed);

export const voicemailRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/agents/{agentId}/voicemail',
    operationId: 'readVoicemail',
    summary:
      'What the agent does when voicemail answers: hang up (default), leave a message, or talk as to a person.',
    description: 'The setting belongs to the agent, not to a version of it.',
    scopes: ['agents:read'],
    params: Params,
    query: BusinessQuery,
    response: Response,
    errors: ['agent_not_found'],
    handler: async ({ businessId, params: { agentId } }) => ({
      data: { voicemail: await operations.voicemail.read(businessId, agentId) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/agents/{agentId}/voicemail',
    operationId: 'setVoicemail',
    audit: { action: 'agent.changed', target: 'params.agentId' },
    summary:
      'Set what a voice agent does when voicemail answers, for new calls. A message may contain placeholders like the instructions.',
    description:
      'A message is spoken after the beep, with the disclosure of the agent before it if it has one. A call that voicemail answered ends with the reason `voicemail`, and campaigns count it as `voicemail`; with `talk`, machines are not detected.',
    scopes: ['agents:write'],
    quota: 'none',
    idempotent: true,
    params: Params,
    body: VoicemailSet,
    response: Response,
    errors: ['agent_not_found', 'agent_archived', 'agent_not_voice', 'variable_undeclared'],
    handler: async ({ caller, params: { agentId }, body }) =>
      writtenAs('voicemail', await operations.voicemail.set(caller, agentId, body.voicemail)),
  }),
];
