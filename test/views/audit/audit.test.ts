/** Reading the audit log: newest first, filtered, page by page, and as an export. */
import t from 'tap';
import type { AuditEntry } from '../../../actors/audit/events.js';
import { exportAudit } from '../../../operations/audit/audit-export.js';
import type { AuditFilter } from '../../../views/audit/index.js';
import { created } from '../journal.js';
import { openViews } from '../store-support.js';

const ALL: AuditFilter = {
  actor: null,
  action: null,
  outcome: null,
  target: null,
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
};
const FIRST = { limit: 50, cursor: null };
const START = Date.parse('2026-01-31T09:00:00Z');

const entryOf = (number: number, changed: Partial<AuditEntry> = {}) => ({
  type: 'audit.recorded',
  entry: {
    at: START + number,
    actor: { type: 'user', id: 'u1' },
    action: 'key.created',
    target: `k${number}`,
    outcome: 'done',
    code: null,
    client: '192.0.2.1',
    userAgent: 'Firefox 131 on Linux',
    requestId: `r${number}`,
    omitted: 0,
    ...changed,
  },
});

const textOf = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
};

t.test('lists only entries of the business, newest first and filtered', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [
    created('One'),
    { type: 'key.created', keyId: 'key1', name: 'CRM', secretHash: 'ab', scopes: ['voice:read'] },
  ]);
  await show('audit', 'b1', 'b1', [
    entryOf(1),
    entryOf(2, { actor: { type: 'key', id: 'key1' }, action: 'recording.read', target: 'call1' }),
    entryOf(3, { outcome: 'refused', code: 'role_insufficient', action: 'key.revoked', omitted: 7 }),
  ]);
  await show('audit', 'b2', 'b2', [entryOf(4)]);

  const { items } = store.auditEntries('b1', ALL, FIRST);
  t.match(items, [
    {
      at: '2026-01-31T09:00:00.003Z',
      action: 'key.revoked',
      outcome: 'refused',
      code: 'role_insufficient',
      omitted: 7,
    },
    { actor: { type: 'key', id: 'key1', name: 'CRM' }, action: 'recording.read', target: 'call1' },
    {
      actor: { type: 'user', id: 'u1', name: null },
      client: '192.0.2.1',
      userAgent: 'Firefox 131 on Linux',
      requestId: 'r1',
    },
  ]);
  t.equal(items.length, 3);
  const found = (changed: Partial<AuditFilter>): readonly (string | null)[] =>
    store.auditEntries('b1', { ...ALL, ...changed }, FIRST).items.map(({ target }) => target);
  t.strictSame(found({ actor: 'key1' }), ['call1']);
  t.strictSame(found({ action: 'key.created' }), ['k1']);
  t.strictSame(store.auditEntries('b1', { ...ALL, outcome: 'refused' }, FIRST).items.length, 1);
  t.strictSame(found({ target: 'call1', actor: 'key1' }), ['call1']);
  t.strictSame(found({ target: 'call1', actor: 'u1' }), []);
  t.strictSame(found({ from: START + 2, to: START + 3 }), ['call1']);

  const first = store.auditEntries('b1', ALL, { limit: 2, cursor: null });
  const second = store.auditEntries('b1', ALL, { limit: 2, cursor: first.nextCursor });
  t.strictSame([...first.items, ...second.items], items, 'the pages hold the same items');
  t.equal(second.nextCursor, null);
  t.throws(() => store.auditEntries('b1', { ...ALL, actor: 'u1' }, { limit: 2, cursor: first.nextCursor }), {
    code: 'cursor_invalid',
  });
});

t.test('an export has every entry, ids instead of names, and no formulas', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [
    created('One'),
    { type: 'key.created', keyId: 'key1', name: 'CRM', secretHash: 'ab', scopes: ['voice:read'] },
  ]);
  const many = Array.from({ length: 450 }, (_, number) =>
    entryOf(number, { actor: { type: 'key', id: 'key1' }, ...(number === 0 ? { userAgent: '=1+1' } : {}) }),
  );
  await show('audit', 'b1', 'b1', many);
  const ndjson = await textOf(exportAudit(store, 'b1', ALL, 'ndjson'));
  const rows: readonly { target: string; actor: object }[] = ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.strictSame(
    rows.map(({ target }) => target),
    many.map((_, number) => `k${number}`).reverse(),
  );
  t.strictSame(rows[0]?.actor, { type: 'key', id: 'key1' });
  const csv = await textOf(exportAudit(store, 'b1', ALL, 'csv'));
  const lines = csv.trimEnd().split('\r\n');
  t.equal(lines.length, 451);
  t.match(lines[0], /^\uFEFFTime,Actor type,Actor id,Action,Target/);
  t.match(lines.at(-1), ",'=1+1,");
  t.notMatch(csv, 'CRM');
  t.equal(await textOf(exportAudit(store, 'b2', ALL, 'ndjson')), '', 'an empty log gives an empty file');
});
