/** Time zones of phone numbers, from the map that the package carries. */
import t from 'tap';
import { zonesOfNumber } from '../../../providers/numbering/number-zones.js';
import { isTimeZone } from '../../../schemas/time-zone.js';

t.test('the longest prefix of a number names its zones', async (t) => {
  t.same(zonesOfNumber('+12125550123'), ['America/New_York']);
  t.same(zonesOfNumber('+13105550123'), ['America/Los_Angeles']);
  t.same(zonesOfNumber('+4915112345678'), ['Europe/Berlin']);
  t.same(zonesOfNumber('+9779812345678'), ['Asia/Katmandu'], 'by the older of its two names');
});

t.test('a number of a large country without an area has all of its zones', async (t) => {
  const mobile = zonesOfNumber('+5215512345678');
  for (const zone of ['America/Cancun', 'America/Mexico_City', 'America/Tijuana'])
    t.ok(mobile.includes(zone), zone);
  t.ok(zonesOfNumber('+18005550123').length > 30, 'toll-free in the whole North American plan');
});

t.test('every zone is one that the clocks here know', async (t) => {
  for (const number of ['+12125550123', '+79161234567', '+18005550123', '+61412345678', '+6493001234'])
    t.ok(zonesOfNumber(number).every(isTimeZone), number);
});

t.test('a number outside of every geographic plan has none', async (t) => {
  t.same(zonesOfNumber('+80012345678'), []);
});
