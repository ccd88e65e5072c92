/** Browsers on calls: the purposes of a leg, and the grant that opens it (docs/how-to/browser-calls.md). */
import { type Static, Type } from 'typebox';
import { MAX_VARIABLES } from '../agents/agent.js';
import { testedFields } from '../agents/tested.js';
import { AgentId, BusinessId, CallId } from '../fields.js';
import { closed, DateTime, described, literals } from '../shapes.js';

/** The carrier of a test call, and its value in place of a number. */
export const BROWSER_CARRIER = 'browser';

export const LegPurpose = literals(['test', 'listen', 'take_over'], {
  description:
    'test: be the caller of a test call. listen: hear a call. take_over: hear a call and speak in place of the agent.',
});
export type LegPurpose = Static<typeof LegPurpose>;

export const LegGrant = Type.Object(
  {
    callId: CallId,
    leg: Type.Object(
      {
        purpose: LegPurpose,
        token: Type.String({
          description: 'Valid for one websocket; send it in the first message.',
          examples: ['8f14e45f-ceea-467d'],
        }),
        expiresAt: described(
          DateTime,
          'Until when the token opens a websocket: one minute.',
          '2026-03-02T09:31:00.000Z',
        ),
        signallingPath: Type.String({
          description: 'Path of the websocket on this service.',
          examples: ['/legs'],
        }),
      },
      { ...closed, description: 'The access of one browser to the call.' },
    ),
  },
  closed,
);
export type LegGrant = Static<typeof LegGrant>;

export const LegOpen = Type.Object({ businessId: BusinessId, purpose: LegPurpose }, closed);
export type LegOpen = Static<typeof LegOpen>;

export const TestCallStart = Type.Object(
  {
    businessId: BusinessId,
    agentId: AgentId,
    testVariables: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        ...closed,
        maxProperties: MAX_VARIABLES,
        description: 'By alias: values that the agent knows about the caller.',
        examples: [{ order: 'A-17' }],
      }),
    ),
    ...testedFields,
  },
  closed,
);
export type TestCallStart = Static<typeof TestCallStart>;
