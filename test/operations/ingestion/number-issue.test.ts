import t from 'tap';
import { numberIssue } from '../../../operations/ingestion/number-issue.js';

t.test('an ambiguous number is refused with its readings', async (t) => {
  const { code, message } = numberIssue('ambiguous', ['+49221471012', '+4949221471012']);
  t.equal(code, 'mobile_ambiguous');
  t.match(message, /\+49221471012 or \+4949221471012/);
});

t.test('a missing number has a code of its own; all others are invalid, with what to do', async (t) => {
  t.equal(numberIssue('missing', []).code, 'mobile_missing');
  for (const reason of ['no_digits', 'letters', 'several', 'short', 'long', 'rounded', 'invalid'] as const)
    t.equal(numberIssue(reason, []).code, 'mobile_invalid', reason);
  t.match(numberIssue('country_missing', []).message, /default country/);
});
