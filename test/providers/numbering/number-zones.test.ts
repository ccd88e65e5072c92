/** Time zones of phone numbers, from the map that the package carries. */
import t from 'tap';
import { zonesOfNumber } from '../../../providers/numbering/number-zones.js';
import { isTimeZone } from '../../../schemas/time-zone.js';

t.test('the longest prefix of a number determines its zones', async (t) => {
  t.same(zonesOfNumber('+12125550123'), ['America/New_York']);
  t.same(zonesOfNumber('+13105550123'), ['America/Los_Angeles']);
  t.same(zonesOfNumber('+4915112345678'), ['Europe/Berlin']);
  t.same(zonesOfNumber('+9779812345678'), ['Asia/Katmandu'], 'under the older of its two names');
});

t.test('a number without an area code in a large country has all zones of the country', async (t) => {
  const mobile = zonesOfNumber('+5215512345678');
  for (const zone of ['America/Cancun', 'America/Mexico_City', 'America/Tijuana'])
    t.ok(mobile.includes(zone), zone);
  t.ok(zonesOfNumber('+18005550123').length > 30, 'toll-free in the whole North American plan');
});

t.test('every zone is known to this runtime', async (t) => {
  for (const number of ['+12125550123', '+79161234567', '+18005550123', '+61412345678', '+6493001234'])
    t.ok(zonesOfNumber(number).every(isTimeZone), number);
});

t.test('a number outside all geographic plans has no zone', async (t) => {
  t.same(zonesOfNumber('+80012345678'), []);
});
