/** Which texts contain a customer's mobile number. */
import t from 'tap';
import { mobileIn } from '../../../operations/conversations/mobile-capture.js';

t.test('finds one international number in any notation', async (t) => {
  for (const [text, mobile] of [
    ['+14155550191', '+14155550191'],
    ['it is +1 (415) 555-0191, thanks!', '+14155550191'],
    ['+49 (0)170 1234567.', '+491701234567'],
    ['＋49 170 1234567', '+491701234567'],
    ['+49 170 – 1234567', '+491701234567'],
    ['+٤٩ ١٧٠ ١٢٣٤٥٦٧', '+491701234567'],
    ['+1 415 555 0191 for 2 people', '+14155550191'],
    ['(+1 415 555 0191)', '+14155550191'],
    ['+14155550191, really: +1 415-555-0191', '+14155550191'],
  ] as const)
    t.equal(mobileIn([text]), mobile, text);
  t.equal(mobileIn(['my number', 'is +14155550191']), '+14155550191');
});

t.test('finds no mobile without exactly one valid international number', async (t) => {
  for (const text of [
    '',
    'no',
    '415 555 0191',
    '0170 1234567',
    '+1 555',
    '+999 123 456 789',
    '+14155550101234567',
    'order 4155550191',
    '+14155550191 or +14155550192',
  ])
    t.equal(mobileIn([text]), null, text);
  t.equal(mobileIn(['+14155550191', '+14155550192']), null);
});

t.test('searches any long text in little CPU time', async (t) => {
  for (const piece of ['+', '+1 ', '(+1', '+1((', '+1 (2) ', '+4 (0)1/2-', '1-', '+1 415 555 0191 ', ' ']) {
    const text = piece.repeat(5_000);
    const before = process.cpuUsage();
    mobileIn(Array.from({ length: 20 }, () => text));
    const { user } = process.cpuUsage(before);
    t.ok(user < 250_000, `${JSON.stringify(piece)}: ${user} µs`);
  }
});
