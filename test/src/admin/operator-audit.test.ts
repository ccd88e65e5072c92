/** The entries that an operator's commands about users leave in the audit logs of businesses. */
import t from 'tap';
import { claim, claimRef } from '../../../actors/claim/index.js';
import { consoleTeam } from '../../../actors/console-team/index.js';
import { consoleUser } from '../../../actors/console-user/index.js';
import { addressRef } from '../../../operations/accounts/credentials.js';
import { auditedActors, operator } from '../../../src/admin/operator-audit.js';
import { stubActors } from '../../support/stub-actors.js';

const ANN = addressRef('ann@example.org');
const membership = (businessId: string) =>
  ({ businessId, role: 'viewer', active: true, revision: 0, usedAt: 0 }) as const;
const user = {
  userId: 'ann',
  email: 'ann@example.org',
  name: 'Ann',
  passwordHash: 'x',
  memberships: { b1: membership('b1'), b2: membership('b2') },
};

const setUp = () => {
  const audited: unknown[] = [];
  const actors = stubActors((kind, id, request) => {
    if (kind === 'audit' && 'entries' in request && Array.isArray(request.entries))
      for (const { action, target, actor } of request.entries)
        audited.push({ businessId: id, action, target, actor });
    return { users: id === ANN.id ? [user] : [], sessions: {} };
  });
  return { audited, actors: auditedActors(actors, () => 1) };
};

t.test('a command about a user is audited in each of their businesses', async (t) => {
  const { audited, actors } = setUp();
  await actors.ask(consoleUser, ANN, { type: 'change_password', userId: 'ann', passwordHash: 'y' });
  const entry = { action: 'password.changed', target: 'ann', actor: operator() };
  t.same(audited, [
    { businessId: 'b1', ...entry },
    { businessId: 'b2', ...entry },
  ]);
});

t.test('a new email address of a user is audited in each of their businesses', async (t) => {
  const { audited, actors } = setUp();
  await actors.ask(consoleUser, ANN, { type: 'take_in', email: 'ann@example.org', user });
  t.match(audited, [
    { businessId: 'b1', action: 'member.renamed', target: 'ann' },
    { businessId: 'b2', action: 'member.renamed', target: 'ann' },
  ]);
});

t.test(
  'a decision of a team is audited once, in its own business, and its consequences are not audited',
  async (t) => {
    const { audited, actors } = setUp();
    const team = { business: 'b1', id: 'b1' };
    const by = operator();
    await actors.ask(consoleTeam, team, { type: 'add', userId: 'ann', role: 'viewer', by, known: {} });
    await actors.ask(consoleUser, ANN, {
      type: 'set_membership',
      userId: 'ann',
      businessId: 'b1',
      role: 'viewer',
      active: true,
      revision: 1,
    });
    await actors.ask(consoleTeam, team, { type: 'remove', userId: 'ann', by, known: {} });
    await actors.ask(consoleUser, ANN, { type: 'leave', userId: 'ann', businessId: 'b1' });
    await actors.ask(consoleUser, ANN, { type: 'remove', userId: 'ann' });
    t.match(audited, [
      { businessId: 'b1', action: 'member.added', target: 'ann' },
      { businessId: 'b1', action: 'member.removed', target: 'ann' },
    ]);
    t.equal(audited.length, 2);
  },
);

t.test('a claim belongs to no business and is not audited', async (t) => {
  const { audited, actors } = setUp();
  const claimed = { namespace: 'channel-account', key: 'whatsapp:1' };
  await actors.ask(claim, claimRef(claimed), { type: 'claim', holder: 'b1', ...claimed });
  t.same(audited, []);
});
