/** Browsers on calls: test calls, listening, taking over (docs/how-to/browser-calls.md). */
import { Type } from 'typebox';
import type { LegHolder } from '../../../operations/calls/call-deps.js';
import type { Operations } from '../../../operations/operations.js';
import { LegGrant, LegOpen, TestCallStart } from '../../../schemas/calls/leg.js';
import { DomainError } from '../../../schemas/errors.js';
import { CallId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';

const CallParams = Type.Object({ callId: CallId }, closed);

export const legRoutes = (operations: Pick<Operations, 'browserLegs'>): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/test-calls',
    operationId: 'startTestCall',
    startsCalls: true,
    audit: { action: 'call.started', target: 'data.callId' },
    summary:
      'Start a call whose caller is a browser. No number is dialled. It uses a line and credit like any other call, and ends when the browser leaves.',
    description:
      'Open a websocket at `leg.signallingPath` within a minute, and send the token in the first message. The call begins with the first sound of the microphone; if no browser joins, it ends as `failed`. With `useDraft` or `instructions` the agent speaks with words that are not published, and the call has no `agentVersion`.',
    scopes: ['voice:write'],
    idempotent: true,
    quota: 'none',
    status: 202,
    body: TestCallStart,
    maxBodyBytes: JSON_BODY_BYTES,
    response: LegGrant,
    errors: [
      'agent_not_found',
      'agent_not_active',
      'agent_not_voice',
      'contact_context_required',
      'draft_not_found',
      'insufficient_credit',
      'spend_limit_reached',
      'call_rate_exceeded',
      'browser_legs_unavailable',
    ],
    handler: async ({ body, caller, by }) =>
      operations.browserLegs.startTestCall(caller, requireHolder(by), body),
  }),
  route({
    method: 'POST',
    path: '/api/v1/voice/calls/{callId}/legs',
    operationId: 'openLeg',
    audit: { action: 'call.leg_opened', target: 'params.callId' },
    summary:
      'Create a token for a browser to join a call: to listen, to take over, or to rejoin a test call.',
    description:
      'Open a websocket at `leg.signallingPath` and send the token in the first message. The token is valid for one minute, one socket and one purpose. A leg that was lost can rejoin with a new token.',
    scopes: ['voice:read'],
    scopesIf: [
      {
        when: 'purpose is take_over or test',
        scopes: ['voice:write'],
        applies: ({ purpose }) => purpose !== 'listen',
      },
    ],
    quota: 'none',
    status: 201,
    params: CallParams,
    body: LegOpen,
    response: LegGrant,
    errors: ['call_not_found', 'call_not_live', 'not_a_test_call', 'browser_legs_unavailable'],
    handler: async ({ params, body, businessId, by }) => ({
      data: await operations.browserLegs.open(businessId, params.callId, body.purpose, requireHolder(by)),
    }),
  }),
];

/** @throws DomainError api_key_missing, which the pipeline has thrown before */
const requireHolder = (by: LegHolder | null): LegHolder => {
  if (by === null) throw new DomainError('api_key_missing');
  return by;
};
