/** What counts as a mobile that a customer gives. */
import t from 'tap';
import { mobileIn } from '../../../operations/conversations/mobile-capture.js';

t.test('one international number, however it is written', async (t) => {
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

t.test('none, one that no plan has, or more than one', async (t) => {
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

t.test('whatever is written, it is looked at for a moment', async (t) => {
  for (const piece of ['+', '+1 ', '(+1', '+1((', '+1 (2) ', '+4 (0)1/2-', '1-', '+1 415 555 0191 ', ' ']) {
    const text = piece.repeat(5_000);
    const before = process.cpuUsage();
    mobileIn(Array.from({ length: 20 }, () => text));
    const { user } = process.cpuUsage(before);
    t.ok(user < 250_000, `${JSON.stringify(piece)}: ${user} µs`);
  }
});
