/** Which businesses' audit logs hold the requests of users with several memberships. */

import { Registry } from 'prom-client';
import t from 'tap';
import { consoleUserId } from '../../../actors/console-user/index.js';
import type { Principal } from '../../../gateway/access/authentication.js';
import type { AuditedRequest } from '../../../gateway/pipeline/audit-entries.js';
import { createAuditMetrics } from '../../../gateway/pipeline/audit-metrics.js';
import { createAuditing } from '../../../gateway/pipeline/auditing.js';
import { DomainError } from '../../../schemas/errors.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import { stub } from '../../../testkit/stub.js';
import type { BusinessRecord } from '../../../views/accounts/businesses.js';
import type { SessionRecord } from '../../../views/accounts/index.js';
import type { Views } from '../../../views/views.js';
import { createFakeTrail } from '../fakes/audit.js';

const EMAIL = 'ann@example.org';
const SECRET = 'a secret of a link';

const setUp = () => {
  const trail = createFakeTrail();
  const views = stub<Views>({
    key: () => null,
    business: (businessId: string) =>
      businessId.startsWith('b') ? stub<BusinessRecord>({ businessId }) : null,
    membershipsOf: () => [
      { businessId: 'b1', role: 'owner' },
      { businessId: 'b2', role: 'viewer' },
    ],
    membershipsOfAddress: (addressId: string) =>
      addressId === consoleUserId(EMAIL)
        ? [
            { businessId: 'b1', userId: 'ann' },
            { businessId: 'b3', userId: 'another' },
          ]
        : [],
  });
  const auditing = createAuditing({ trail, views, metrics: createAuditMetrics(new Registry()) });
  return { trail, auditing };
};

const PRINCIPAL = stub<Principal>({
  businessId: 'b1',
  by: {
    type: 'session',
    session: stub<SessionRecord>({ userId: 'ann', sessionId: 's1', businessId: 'b1' }),
    token: 'a token',
  },
});

const requestOf = (
  operationId: string,
  { principal = null, body = null }: { readonly principal?: Principal | null; readonly body?: unknown },
): AuditedRequest => {
  const route = routesWithoutService().find((candidate) => candidate.operationId === operationId);
  if (route === undefined) throw new Error(`no route ${operationId}`);
  return {
    route,
    head: { headers: {} },
    requestId: 'r1',
    client: '192.0.2.1',
    at: 1,
    principal,
    input: { params: {}, query: {}, body },
  };
};

const ENTERED = { user: { id: 'ann' }, business: { id: 'b2' } };
const USER = { type: 'user', id: 'ann' };

t.test('a switch has an entry in the business that the session leaves and in the new one', async (t) => {
  const { trail, auditing } = setUp();
  await auditing.completed(requestOf('switchBusiness', { principal: PRINCIPAL }), ENTERED);
  t.match(trail.entries, [
    { businessId: 'b2', action: 'session.switched', actor: USER, target: 'ann' },
    { businessId: 'b1', action: 'session.switched', actor: USER, target: 'ann' },
  ]);
  t.equal(trail.entries.length, 2);
});

t.test('joining another team is a switch for the business that the session leaves', async (t) => {
  const { trail, auditing } = setUp();
  await auditing.completed(requestOf('joinTeam', { principal: PRINCIPAL }), ENTERED);
  t.match(trail.entries, [
    { businessId: 'b2', action: 'invitation.accepted', actor: USER, target: 'ann' },
    { businessId: 'b1', action: 'session.switched', actor: USER, target: 'ann' },
  ]);
});

t.test('a switch whose entries cannot be written fails', async (t) => {
  const { trail, auditing } = setUp();
  trail.breakDown();
  const switched = async () =>
    auditing.completed(requestOf('switchBusiness', { principal: PRINCIPAL }), ENTERED);
  await t.rejects(switched, { code: 'journal_unavailable' });
});

t.test('a change to a user has an entry in each of their businesses', async (t) => {
  for (const operationId of ['changePassword', 'endOtherSessions']) {
    const { trail, auditing } = setUp();
    await auditing.completed(requestOf(operationId, { principal: PRINCIPAL }), {});
    t.same(
      trail.entries.map(({ businessId }) => businessId),
      ['b1', 'b2'],
      operationId,
    );
    t.match(trail.entries, [{ actor: USER }, { actor: USER }]);
  }
});

t.test('a refused sign-in has an entry in each business of the address, with the user there', async (t) => {
  const { trail, auditing } = setUp();
  const refusal = new DomainError('credentials_invalid');
  auditing.refused(requestOf('signIn', { body: { email: EMAIL, password: 'x' } }), refusal);
  t.match(trail.entries, [
    { businessId: 'b1', action: 'sign_in', outcome: 'refused', target: 'ann', actor: { type: 'anonymous' } },
    { businessId: 'b3', action: 'sign_in', outcome: 'refused', target: 'another' },
  ]);
  t.equal(trail.entries.length, 2);
});

t.test(
  'a refused invitation of a session is in the log of the inviting business, without the user',
  async (t) => {
    const { trail, auditing } = setUp();
    const refusal = new DomainError('invitation_for_other_address');
    const body = { token: `b9.i1.${SECRET}` };
    auditing.refused(requestOf('joinTeam', { principal: PRINCIPAL, body }), refusal);
    t.match(trail.entries, [
      {
        businessId: 'b9',
        action: 'invitation.accepted',
        code: 'invitation_for_other_address',
        target: 'i1',
        actor: { type: 'anonymous', id: null },
      },
    ]);
    t.equal(trail.entries.length, 1);
    t.notMatch(JSON.stringify(trail.entries), SECRET);
    const unknown = { token: `unknown.i1.${SECRET}` };
    auditing.refused(requestOf('joinTeam', { principal: PRINCIPAL, body: unknown }), refusal);
    t.match(trail.entries[1], { businessId: 'b1', actor: USER, target: null });
  },
);
