/** Permission to join a call: which calls may be joined, and for which purpose. */
import t from 'tap';
import { browserLegOperations } from '../../../operations/calls/browser-legs.js';
import type { LegDesk } from '../../../operations/calls/call-deps.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import { stubActors } from '../../support/stub-actors.js';

const by = { type: 'key', keyId: 'k1' } as const;
const desk: LegDesk = {
  checkAvailable: () => undefined,
  grant: ({ callId, purpose }) => ({
    callId,
    leg: { purpose, token: 'of a leg', expiresAt: '2026-01-31T09:00:00.000Z', signallingPath: '/legs' },
  }),
};
const legsFor = (details: object, legs: LegDesk = desk) =>
  browserLegOperations(
    stub<OperationsDeps>({
      legs,
      actors: stubActors(() => ({
        ended: null,
        hangupRequested: false,
        destination: '+14155550100',
        ...details,
      })),
    }),
  );

t.test('a live call can be listened to and taken over', async (t) => {
  const legs = legsFor({});
  t.match(await legs.open('b1', 'c1', 'listen', by), { callId: 'c1', leg: { purpose: 'listen' } });
  t.match(await legs.open('b1', 'c1', 'take_over', by), { leg: { purpose: 'take_over' } });
});

t.test('a browser cannot take the place of a customer on the telephone', async (t) => {
  await t.rejects(legsFor({}).open('b1', 'c1', 'test', by), { code: 'not_a_test_call' });
  const legs = legsFor({ destination: 'browser' });
  t.match(await legs.open('b1', 'c1', 'test', by), { leg: { purpose: 'test' } });
});

t.test('a call that has ended or is ending cannot be joined', async (t) => {
  for (const details of [{ ended: { status: 'completed' } }, { hangupRequested: true }])
    await t.rejects(legsFor(details).open('b1', 'c1', 'listen', by), { code: 'call_not_live' });
});

t.test('no leg or test call starts while browser audio is unavailable', async (t) => {
  const missing: LegDesk = {
    ...desk,
    checkAvailable: () => {
      throw new DomainError('browser_legs_unavailable');
    },
  };
  const legs = legsFor({}, missing);
  const caller = { businessId: 'b1', operationId: 'startTestCall', idempotencyKey: 'k', at: 0 };
  const unavailable = { code: 'browser_legs_unavailable' };
  await t.rejects(legs.open('b1', 'c1', 'listen', by), unavailable);
  await t.rejects(legs.startTestCall(caller, by, { businessId: 'b1', agentId: 'a1' }), unavailable);
});
