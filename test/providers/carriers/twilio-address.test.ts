import t from 'tap';
import { TWILIO_REGIONS, twilioAddress } from '../../../providers/carriers/twilio/address.js';

t.test('an address is that of an edge that serves the region', async (t) => {
  t.equal(twilioAddress('ie1', 'dublin'), 'https://api.dublin.ie1.twilio.com');
  t.equal(twilioAddress('us1', 'sao-paulo'), 'https://api.sao-paulo.us1.twilio.com');
  t.equal(twilioAddress('ie1', 'frankfurt'), null);
  t.equal(twilioAddress('us1', 'paris'), null);
  t.equal(twilioAddress('de1', 'frankfurt'), null);
  t.equal(twilioAddress('toString', 'dublin'), null);
  t.match(TWILIO_REGIONS, /; ie1 with dublin; /);
});
