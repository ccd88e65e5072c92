import t from 'tap';
import { viewsNotReady } from '../../src/readiness.js';

t.test('readiness says why a node does not serve, and what to do', async (t) => {
  t.equal(viewsNotReady({ is: 'ready' }), null);
  t.match(viewsNotReady({ is: 'catching_up', rebuild: null }), /catching up with the journal; try again/);
  t.match(
    viewsNotReady({ is: 'catching_up', rebuild: 'journal_went_back' }),
    /rebuilt.*\(journal_went_back\)/,
  );
  t.match(
    viewsNotReady({ is: 'stopped', shard: 1, seq: 7, reason: 'call is written in version 2' }),
    /stopped at commit 7 of shard 1: call is written in version 2\. Upgrade this node\./,
  );
});
