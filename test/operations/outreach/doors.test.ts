/** Suppression where a business starts a call. */
import t from 'tap';
import { callOperations } from '../../../operations/calls/calls.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import { OutreachRefused } from '../../../operations/outreach/rules.js';
import { createSealer } from '../../../operations/sealing.js';
import { ANY_CALLING_HOURS } from '../../../schemas/campaigns/calling-hours.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { anyDestination } from '../../support/views/destinations.js';
import { agentOf, contactOf } from '../../support/views/resources.js';

const NUMBER = '+14155550123';
const BLOCKED = contactOf({ id: 'p1', mobile: NUMBER, communicationBlocked: true });
const caller = { businessId: 'b1', operationId: 'startCall', idempotencyKey: 'k', at: 1_000 };

const views = stub<ViewStore>({
  agent: () => agentOf(),
  runningSplit: () => null,
  currentContact: () => BLOCKED,
  contactOfMobile: () => BLOCKED.id,
  sourceValues: () => null,
  callingHoursOf: () => ANY_CALLING_HOURS,
  ...anyDestination,
});

t.test('a call by number is refused if the contact with that number is blocked', async (t) => {
  const { actors } = foldedActors((kind, { type }) => {
    if (kind !== 'call' || type !== 'get') throw new Error(`${kind}.${type} must not be reached`);
  });
  const deps = stub<OperationsDeps>({
    actors,
    views,
    sealer: createSealer('secret'),
    installationTimeZone: 'UTC',
    destinations: ANY_DESTINATION,
    limitAlarm: () => undefined,
    carrier: 'loopback',
  });
  const calls = callOperations(deps);
  const body = { businessId: 'b1', agentId: 'a1', toNumber: NUMBER };
  const error = await calls.start(caller, body).then(
    () => null,
    (reason: unknown) => reason,
  );
  t.ok(error instanceof OutreachRefused);
  t.match(error, { code: 'suppressed', refusal: { rule: 'suppression', allowedFrom: null } });
});
