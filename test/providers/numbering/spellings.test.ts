import fc from 'fast-check';
import t from 'tap';
import { readPhoneNumber } from '../../../providers/numbering/phone-number.js';
import { spellingsOf } from '../../../providers/numbering/spellings.js';
import { loadIdentities } from '../../corpora/imports/corpus.js';
import { casesOf } from '../../support/full-run.js';

/** Numbers of one phone, that of the numbering plan first. */
const SAME: readonly (readonly [string, ...string[]])[] = [
  ['+5548991234567', '+554891234567'],
  ['+5511987654321', '+551187654321'],
  ['+5585961234567', '+558561234567'],
  ['+525512345678', '+5215512345678'],
  ['+528112345678', '+5218112345678'],
  ['+5491123456789', '+541123456789'],
  ['+5493512345678', '+543512345678'],
];
/** Numbers that have one spelling: landlines of Brazil, and other countries. */
const ALONE = [
  '+551133334444',
  '+554832221100',
  '+4917612345678',
  '+14155550123',
  '+56912345678',
  '+5491',
  '+52155',
  '+55',
  '+5511',
];

t.test('all spellings of a number lead to each other', async (t) => {
  for (const spellings of SAME)
    for (const number of spellings) t.same(spellingsOf(number), spellings, number);
  for (const number of ALONE) t.same(spellingsOf(number), [number], number);
});

t.test('the corpus of identities: a number and the wa_id of its phone', async (t) => {
  for (const { stored, waId, same, note = '' } of loadIdentities()) {
    const number = readPhoneNumber(stored);
    const [own] = spellingsOf(number.type === 'number' ? number.e164 : stored);
    t.equal(own === spellingsOf(`+${waId}`)[0], same, `${stored} and ${waId} ${note}`);
  }
});

t.test('what is a spelling of a number has that number as a spelling', async (t) => {
  const countries = fc.constantFrom(
    '55',
    '52',
    '521',
    '54',
    '549',
    '49',
    '1',
    '229',
    '22901',
    '225',
    '22507',
  );
  const digits = fc.stringMatching(/^\d{6,11}$/);
  fc.assert(
    fc.property(countries, digits, (country, rest) => {
      const number = `+${country}${rest}`;
      const spellings = spellingsOf(number);
      t.ok(spellings.includes(number), number);
      for (const spelling of spellings) t.same(spellingsOf(spelling), spellings, spelling);
    }),
    { numRuns: casesOf(1_000) },
  );
});
