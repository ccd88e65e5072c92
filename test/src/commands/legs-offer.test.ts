/** The line about browsers on calls at the first start. */
import t from 'tap';
import { legsOffer } from '../../../src/commands/legs-offer.js';

const MISSING = { named: '/nowhere/mediasoup-worker', cacheDir: '/nowhere' };
const FIRST = { isTerminal: true, isFirstStart: true, mode: 'auto', places: MISSING } as const;

t.test('offers to install a missing worker to a person, once', async (t) => {
  t.match(legsOffer(FIRST), /`parley legs install`.+\n$/);
  t.equal(legsOffer({ ...FIRST, isTerminal: false }), null, 'a log');
  t.equal(legsOffer({ ...FIRST, isFirstStart: false }), null, 'a later start');
  t.equal(legsOffer({ ...FIRST, mode: 'on' }), null, 'it is being installed');
  t.equal(legsOffer({ ...FIRST, mode: 'off' }), null, 'not wanted');
  t.equal(legsOffer({ ...FIRST, places: { ...MISSING, named: process.execPath } }), null, 'it is there');
});
