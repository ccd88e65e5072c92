import fc from 'fast-check';
import t from 'tap';
import { fieldKeyOf, formerFieldKeyOf } from '../../../providers/tables/field-key.js';
import { FIELD_KEY_PATTERN } from '../../../schemas/patterns.js';
import { casesOf } from '../../support/full-run.js';

/** A name, its key, and the key that earlier versions made of it if that was another one. */
const KEYS: readonly (readonly [string, string, string | null])[] = [
  ['City', 'City', null],
  ['Postal code', 'Postal_code', null],
  ['Número', 'Numero', null],
  ['Ürün', 'Urun', null],
  ['2026', 'field_2026', null],
  ['Straße', 'strasse', 'Stra_e'],
  ['Größe (cm)', 'grosse_cm', 'Gro_e_cm'],
  ['Øresund', 'oresund', 'resund'],
  ['Город', 'gorod', null],
  ['Улица', 'ulitsa', null],
  ['№ заказа', 'zakaza', 'No'],
  ['电话', 'dianhua', null],
  ['電話番号', 'dianhuafanhao', null],
  ['Größe', 'grosse', 'Gro_e'],
  ['हिन्दी', 'hindi', null],
  ['الهاتف', 'lhtf', null],
  ['٣', 'field_3', null],
  ['###', 'field_56dc6d47', null],
  ['—', 'field_bda05058', null],
];

t.test('a key is derived from the name alone', async (t) => {
  for (const [name, key, former] of KEYS) {
    t.equal(fieldKeyOf(name), key, name);
    t.equal(formerFieldKeyOf(name), former, `the former key of ${name}`);
  }
});

t.test('every name has a valid key', async (t) => {
  const valid = new RegExp(FIELD_KEY_PATTERN, 'u');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      t.match(fieldKeyOf(name), valid);
      t.match(formerFieldKeyOf(name) ?? 'none', valid);
    }),
    { numRuns: casesOf(300) },
  );
});
