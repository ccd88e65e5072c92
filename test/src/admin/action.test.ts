import t from 'tap';
import { formatReport } from '../../../src/admin/action.js';

t.test('formats an answer as lines and tables', async (t) => {
  t.equal(
    formatReport({ businessId: 'b1', active: true, prices: { call_block: 1 }, users: [], none: null }),
    'businessId: b1\nactive: true\nprices: {"call_block":1}\nusers: 0\nnone: -\n',
  );
  t.equal(
    formatReport({ keys: [{ scopes: ['a', 'b'] }, { scopes: [] }, { scopes: ['x'.repeat(70)] }] }),
    `keys: 3\n  scopes\n  a, b\n  -\n  ${'x'.repeat(59)}…\n`,
  );
  t.equal(
    formatReport({
      users: [
        { id: 'u1', name: 'Ann' },
        { id: 'u22', name: null },
      ],
    }),
    'users: 2\n  id   name\n  u1   Ann\n  u22  -\n',
  );
});
