/** What an import says about a number that it cannot read. */
import type { NumberRefusal } from '../../providers/numbering/phone-number.js';
import { assertNever } from '../../schemas/assert.js';

interface NumberIssue {
  readonly code: 'mobile_missing' | 'mobile_invalid' | 'mobile_ambiguous';
  readonly message: string;
}

const invalid = (message: string): NumberIssue => ({ code: 'mobile_invalid', message });

/** `readings`: those of an ambiguous number, in E.164. */
export const numberIssue = (reason: NumberRefusal, readings: readonly string[]): NumberIssue => {
  switch (reason) {
    case 'missing':
      return { code: 'mobile_missing', message: 'a contact needs a mobile number' };
    case 'ambiguous':
      return {
        code: 'mobile_ambiguous',
        message: `this can be ${readings.join(' or ')}; write the number with its plus sign and country code`,
      };
    case 'several':
      return invalid('more than one number; leave one of them in the cell');
    case 'rounded':
      return invalid('a spreadsheet has rounded this number; format the column as text, and enter it again');
    case 'country_missing':
      return invalid('a number without its country code; write +14155550123, or choose the default country');
    case 'letters':
      return invalid('letters among the digits; write the number in digits, for example +14155550123');
    case 'no_digits':
    case 'short':
    case 'long':
    case 'invalid':
      return invalid('not a valid number in E.164, for example +14155550123');
    default:
      return assertNever(reason);
  }
};
