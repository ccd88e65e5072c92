/** Time zone names. */
import t from 'tap';
import { isTimeZone } from '../../schemas/time-zone.js';

t.test('accepts names of the IANA database, and nothing else', async (t) => {
  for (const name of ['America/New_York', 'Europe/Berlin', 'UTC', 'Etc/GMT+3']) t.ok(isTimeZone(name), name);
  for (const name of ['Mars/Olympus', '+02:00', '', ' ', 'Berlin', 'local']) t.notOk(isTimeZone(name), name);
});
