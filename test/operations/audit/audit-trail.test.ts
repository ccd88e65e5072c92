/** How entries reach the audit log: awaited, deferred, or only counted. */
import { pino } from 'pino';
import t from 'tap';
import type { AuditEntry } from '../../../actors/audit/events.js';
import { auditLog } from '../../../actors/audit/index.js';
import {
  createAuditTrail,
  REFUSALS_OF_BUSINESS,
  REFUSALS_OF_CALLER,
} from '../../../operations/audit/audit-trail.js';
import { DomainError } from '../../../schemas/errors.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { isCommandOf, stubActors } from '../../support/stub-actors.js';

const START = Date.parse('2026-01-31T09:00:00Z');

const entryOf = (changed: Partial<AuditEntry> = {}): AuditEntry => ({
  at: START,
  actor: { type: 'key', id: 'k1' },
  action: 'key.created',
  target: 'k2',
  outcome: 'done',
  code: null,
  client: '192.0.2.1',
  userAgent: null,
  requestId: null,
  omitted: 0,
  ...changed,
});

const refusal = (changed: Partial<AuditEntry> = {}): AuditEntry =>
  entryOf({ action: 'request.refused', outcome: 'refused', code: 'scope_missing', ...changed });

const openTrail = (t: Lifetime) => {
  const written: (AuditEntry & { readonly businessId: string })[] = [];
  const commands: number[] = [];
  const counted: Record<string, number> = {};
  const logged: { readonly event: string; readonly [name: string]: unknown }[] = [];
  const journal = { isAway: false };
  const clock = { now: START };
  const actors = stubActors((kind, businessId, command) => {
    if (journal.isAway) throw new DomainError('journal_unavailable');
    if (!isCommandOf(auditLog, kind, command)) throw new Error(`unexpected: ${kind} ${command.type}`);
    commands.push(command.entries.length);
    written.push(...command.entries.map((entry) => ({ ...entry, businessId })));
  });
  const trail = createAuditTrail({
    actors,
    logger: pino({ messageKey: 'event' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    now: () => clock.now,
    count: (kind, entries) => {
      counted[kind] = (counted[kind] ?? 0) + entries;
    },
  });
  t.teardown(() => trail.close());
  return { trail, written, commands, counted, logged, journal, clock };
};

t.test('an awaited entry is written, and logged under its action', async (t) => {
  const { trail, written, logged, counted } = openTrail(t);
  await trail.write('b1', entryOf());
  t.match(written, [{ businessId: 'b1', action: 'key.created' }]);
  t.match(logged, [
    { event: 'key.created', businessId: 'b1', target: 'k2', actor: { type: 'key', id: 'k1' } },
  ]);
  t.strictSame(counted, { written: 1 });
});

t.test('an entry that cannot be written is an error', async (t) => {
  const { trail, journal, logged, counted } = openTrail(t);
  journal.isAway = true;
  await t.rejects(trail.write('b1', entryOf()), { code: 'journal_unavailable' });
  t.match(logged.at(-1), { event: 'audit.write_failed' });
  t.strictSame(counted, { failed: 1 });
});

t.test('sign-ins and refusals have their own event names in the log', async (t) => {
  const { trail, logged } = openTrail(t);
  await trail.write('b1', entryOf({ action: 'sign_in' }));
  trail.refuse('b1', 'c', entryOf({ action: 'sign_in', outcome: 'refused', code: 'credentials_invalid' }));
  trail.refuse('b1', 'c', refusal());
  t.strictSame(
    logged.map(({ event }) => event),
    ['sign_in.succeeded', 'sign_in.failed', 'access.refused'],
  );
});

t.test('refusals are written in one batch per business', async (t) => {
  const { trail, written, commands } = openTrail(t);
  for (const businessId of ['b1', 'b2', 'b1']) trail.refuse(businessId, 'c', refusal());
  t.strictSame(written, [], 'nothing is written before the flush');
  await trail.flush();
  t.strictSame(commands, [2, 1]);
});

t.test('refusals without a known business are only logged', async (t) => {
  const { trail, written, logged } = openTrail(t);
  trail.refuse(null, '192.0.2.1', refusal({ actor: { type: 'anonymous', id: null } }));
  await trail.flush();
  t.strictSame(written, []);
  t.match(logged, [{ event: 'access.refused', businessId: null }]);
});

t.test(
  'a caller that is refused endlessly has a limited number of entries, and one entry with the count',
  async (t) => {
    const { trail, written, logged, clock, counted } = openTrail(t);
    for (let attempt = 0; attempt < 1_000; attempt += 1) trail.refuse('b1', 'c', refusal());
    await trail.flush();
    t.equal(written.length, REFUSALS_OF_CALLER);
    t.equal(logged.length, REFUSALS_OF_CALLER, 'the log is not flooded either');
    clock.now += 60_000;
    await trail.flush();
    t.equal(written.length, REFUSALS_OF_CALLER + 1);
    t.match(written.at(-1), {
      outcome: 'refused',
      code: 'scope_missing',
      omitted: 1_000 - REFUSALS_OF_CALLER,
    });
    t.equal(counted.omitted, 1_000 - REFUSALS_OF_CALLER);
    await trail.flush();
    t.equal(written.length, REFUSALS_OF_CALLER + 1, 'the count is written once');
    trail.refuse('b1', 'c', refusal());
    await trail.flush();
    t.equal(written.length, REFUSALS_OF_CALLER + 2, 'a new refusal is written again');
  },
);

t.test('a business has a limited number of refusal entries, however many callers there are', async (t) => {
  const { trail, written } = openTrail(t);
  for (let caller = 0; caller < 1_000; caller += 1) trail.refuse('b1', `c${caller}`, refusal());
  trail.refuse('b2', 'c', refusal());
  await trail.flush();
  t.equal(written.filter(({ businessId }) => businessId === 'b1').length, REFUSALS_OF_BUSINESS);
  t.equal(written.filter(({ businessId }) => businessId === 'b2').length, 1, 'b2 is not affected');
});

t.test('refusals wait while the journal is unavailable, and are written once it is back', async (t) => {
  const { trail, written, journal } = openTrail(t);
  journal.isAway = true;
  trail.refuse('b1', 'c', refusal({ target: 'first' }));
  await trail.flush();
  trail.refuse('b1', 'c', refusal({ target: 'second' }));
  journal.isAway = false;
  await trail.flush();
  t.strictSame(
    written.map(({ target }) => target),
    ['first', 'second'],
  );
});

t.test('closing writes pending refusals', async (t) => {
  const { trail, written } = openTrail(t);
  trail.refuse('b1', 'c', refusal());
  await trail.close();
  t.equal(written.length, 1);
});
