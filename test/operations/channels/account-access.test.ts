import t from 'tap';
import { accountAccess } from '../../../operations/channels/account-access.js';
import { createSealer } from '../../../operations/sealing.js';
import { readableLog } from '../../support/readable-log.js';
import { stubActors } from '../../support/stub-actors.js';

t.test('a token sealed by another cluster cannot be opened, and the log says so', async (t) => {
  const { logger, lines } = readableLog();
  const sealedToken = createSealer('ours').seal('c1', 'EAAG-token');
  const actors = stubActors(() => ({ accountId: '1065', sealedToken }));
  const deps = { actors, sealer: createSealer('ours'), logger };
  t.same(await accountAccess(deps, 'b1', 'c1'), { accountId: '1065', token: 'EAAG-token' });
  t.same(lines, []);
  t.equal(await accountAccess({ ...deps, sealer: createSealer('theirs') }, 'b1', 'c1'), null);
  t.match(lines, [
    { event: 'channel.token_unsealable', businessId: 'b1', id: 'c1', err: { type: 'Unsealable' } },
  ]);
  t.notMatch(JSON.stringify(lines), sealedToken);
});
