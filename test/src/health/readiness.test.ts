import t from 'tap';
import { journalNotReady, viewsNotReady } from '../../../src/health/readiness.js';

t.test('readiness says why a node does not serve, and what to do', async (t) => {
  t.equal(viewsNotReady({ type: 'ready' }), null);
  t.match(viewsNotReady({ type: 'catching_up', rebuild: null }), {
    code: 'views_catching_up',
    message: /catching up with the journal; try again/,
  });
  t.match(viewsNotReady({ type: 'catching_up', rebuild: 'journal_went_back' }), {
    code: 'views_rebuilding',
    message: /rebuilt.*\(journal_went_back\)/,
  });
  t.match(viewsNotReady({ type: 'stopped', shard: 1, seq: 7, reason: 'call is written in version 2' }), {
    code: 'views_stopped',
    message:
      /stopped at commit 7 of shard 1: call is written in version 2\. Another node can read it: upgrade this one\./,
  });
  t.match(viewsNotReady({ type: 'stuck', shard: 0, reason: 'database or disk is full' }), {
    code: 'views_stuck',
    message: /cannot be written \(database or disk is full\)/,
    refuses: { what: 'changes', as: 'not_ready' },
  });
});

t.test(
  'reports why the journal cannot be written, and refuses changes once waiting has not helped',
  async (t) => {
    t.equal(journalNotReady({ type: 'writable' }, true, 0), null);
    t.match(journalNotReady({ type: 'writable' }, false, 0), {
      code: 'journal_full',
      refuses: { what: 'changes', as: 'journal_full' },
    });
    t.match(journalNotReady({ type: 'unwritable', because: 'full', since: 0 }, true, 0), {
      code: 'journal_full',
      refuses: { as: 'journal_full' },
    });
    for (const [because, code] of [
      ['failing', 'journal_write_failed'],
      ['offline', 'journal_offline'],
      ['unreachable', 'journal_unreachable'],
    ] as const) {
      t.match(journalNotReady({ type: 'unwritable', because, since: 10 }, true, 10_009), {
        code,
        refuses: null,
      });
      t.match(journalNotReady({ type: 'unwritable', because, since: 10 }, true, 10_010), {
        code,
        refuses: { what: 'changes', as: 'journal_unavailable' },
      });
    }
  },
);
