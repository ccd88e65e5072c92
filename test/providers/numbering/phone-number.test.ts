import { isSupportedCountry } from 'libphonenumber-js/max';
import t from 'tap';
import { readPhoneNumber } from '../../../providers/numbering/phone-number.js';
import { loadNumbers } from '../../corpora/imports/corpus.js';

t.test('numbers as people copy them are read as the corpus says', async (t) => {
  for (const { raw, country, e164, refused, readings } of loadNumbers()) {
    const known = country !== undefined && isSupportedCountry(country) ? country : null;
    const read = readPhoneNumber(raw, known);
    const title = `${JSON.stringify(raw)} in ${country ?? 'no country'}`;
    if (e164 !== undefined) t.same(read, { type: 'number', e164 }, title);
    else t.same(read, { type: 'refused', reason: refused, readings: readings ?? [] }, title);
  }
});

t.test('a mistyped mobile with its country code does not become a landline', async (t) => {
  t.same(readPhoneNumber('491511234567', 'DE'), {
    type: 'refused',
    reason: 'ambiguous',
    readings: ['+49491511234567'],
  });
});
