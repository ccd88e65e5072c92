/** Which carriers place the calls of a business. */
import t from 'tap';
import { placedBy } from '../../../operations/calls/placed-by.js';

const missing: string[] = [];
const INSTALLED = {
  carrier: 'twilio',
  standInCarriers: ['telnyx'],
  accountCarriers: ['twilio', 'telnyx', 'plivo'],
  onCarrierMissing: (businessId: string, names: readonly string[]) =>
    void missing.push(`${businessId}: ${names.join(',')}`),
};
const by = (...choice: readonly [readonly string[], Readonly<Record<string, string>>?]) =>
  placedBy(INSTALLED, 'b1', { carriers: choice[0], from: choice[1] ?? {} });

t.test("a business without a choice uses the installation's order", async (t) => {
  t.same(placedBy(INSTALLED, 'b1', null), { carrier: 'twilio', standIns: ['telnyx'] });
  t.same(placedBy({ carrier: 'loopback' }, 'b1', null), { carrier: 'loopback' });
  t.same(by([]), { carrier: 'twilio', standIns: ['telnyx'] });
});

t.test(
  'a business uses its own order, even of carriers that place no other calls, and only its own fallbacks',
  async (t) => {
    t.same(by(['plivo']), { carrier: 'plivo' });
    t.same(by(['plivo', 'twilio']), { carrier: 'plivo', standIns: ['twilio'] });
  },
);

t.test('a business uses its own numbers with the carriers that may place the call', async (t) => {
  const from = { twilio: '+14155550101', plivo: '+14155550102' };
  t.same(by([], from), { carrier: 'twilio', standIns: ['telnyx'], from: { twilio: '+14155550101' } });
  t.same(by(['plivo'], from), { carrier: 'plivo', from: { plivo: '+14155550102' } });
});

t.test('a carrier without an account is skipped and reported', async (t) => {
  missing.length = 0;
  t.same(by(['vonage', 'telnyx']), { carrier: 'telnyx' });
  t.same(by(['vonage']), { carrier: 'twilio', standIns: ['telnyx'] }, "the installation's order");
  t.same(missing, ['b1: vonage', 'b1: vonage']);
});
