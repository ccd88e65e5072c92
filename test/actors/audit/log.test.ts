/** The audit log as its actor keeps it, and the authors of changes in the events of other actors. */
import t from 'tap';
import type { AuditEntry } from '../../../actors/audit/events.js';
import { auditLog, MAX_ENTRIES } from '../../../actors/audit/index.js';
import { business } from '../../../actors/business/index.js';
import { consoleTeam } from '../../../actors/console-team/index.js';
import { consoleUser } from '../../../actors/console-user/index.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { fold } from '../../support/actors/fold.js';

const entry: AuditEntry = {
  at: 1,
  actor: { type: 'user', id: 'u1' },
  action: 'key.created',
  target: 'k1',
  outcome: 'done',
  code: null,
  client: '192.0.2.1',
  userAgent: 'Firefox 131 on Linux',
  requestId: 'r1',
  omitted: 0,
};

t.test('appends each entry as an event, and keeps the state small', async (t) => {
  const log = fold(auditLog);
  t.strictSame(log.apply({ type: 'record', entries: [entry, { ...entry, target: 'k2' }] }, 1), [
    { type: 'audit.recorded', entry },
    { type: 'audit.recorded', entry: { ...entry, target: 'k2' } },
  ]);
  log.apply({ type: 'record', entries: [entry] }, 2);
  t.strictSame(log.state, { entries: 3 });
});

t.test('records a bounded number of entries per command', async (t) => {
  const log = fold(auditLog);
  const entries = Array.from({ length: MAX_ENTRIES + 1 }, () => entry);
  t.equal(log.apply({ type: 'record', entries }, 1).length, MAX_ENTRIES);
});

t.test('events of keys, members, invitations and sessions record their author and origin', async (t) => {
  const by = { type: 'user', id: 'u1' } as const;
  const tenant = fold(business);
  tenant.apply({ type: 'create', name: 'Acme', lines: 1, prices: STANDARD_PRICES, microcredits: 0 }, 1);
  const key = { keyId: 'k1', name: 'CRM', secretHash: 'ab', scopes: ['voice:read'] } as const;
  t.strictSame(tenant.apply({ type: 'create_key', ...key, by }, 2), [{ type: 'key.created', ...key, by }]);
  t.strictSame(tenant.apply({ type: 'revoke_key', keyId: 'k1', by }, 3), [
    { type: 'key.revoked', keyId: 'k1', by },
  ]);

  const team = fold(consoleTeam);
  const known = { ann: { role: 'owner', active: true }, bob: { role: 'viewer', active: true } } as const;
  t.strictSame(team.apply({ type: 'set_standing', userId: 'bob', role: 'operator', known, by }, 1), [
    { type: 'member.standing_set', userId: 'bob', role: 'operator', active: true, by },
  ]);
  const invitation = { invitationId: 'i1', secretHash: 'ab', email: 'eve@example.org' } as const;
  team.apply({ type: 'invite', ...invitation, role: 'viewer', by: 'ann', expiresAt: 100 }, 2);
  t.strictSame(team.apply({ type: 'revoke', invitationId: 'i1', by }, 3), [
    { type: 'invitation.revoked', invitationId: 'i1', by },
  ]);

  const user = fold(consoleUser);
  const person = {
    userId: 'ann',
    businessId: 'b1',
    email: 'ann@example.org',
    name: 'Ann',
    role: 'owner',
  } as const;
  user.apply({ type: 'create', ...person, passwordHash: 'x' }, 1);
  const from = { client: '192.0.2.1', userAgent: 'Firefox 131 on Linux' };
  const start = { type: 'start_session', userId: 'ann', businessId: 'b1', expiresAt: 9 } as const;
  const started = { type: 'session.started', userId: 'ann', businessId: 'b1', expiresAt: 9 } as const;
  t.strictSame(user.apply({ ...start, sessionId: 's1', from }, 2), [{ ...started, sessionId: 's1', from }]);
  t.strictSame(user.apply({ ...start, sessionId: 's2' }, 3), [{ ...started, sessionId: 's2' }]);
  t.strictSame(user.apply({ type: 'end_sessions', userId: 'ann', businessId: 'b1', but: 's2', by }, 4), [
    { type: 'session.closed', sessionId: 's1', by },
  ]);
});
