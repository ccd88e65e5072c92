/** Derives field keys (spec section 2.5: letters, digits and underscores, a letter first) from the names of columns. */
import { hash } from 'node:crypto';
import transliterate from 'any-ascii';
import { MOST_KEY_CHARACTERS } from '../../schemas/unique-key.js';

/** Digits of the hash in the key of a name without letters or digits. */
const HASH_DIGITS = 8;

const withoutMarks = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '');

const joined = (text: string): string => text.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');

const asKey = (text: string): string => {
  const key = /^[A-Za-z]/.test(text) ? text : `field_${text}`;
  return key.slice(0, MOST_KEY_CHARACTERS).replaceAll(/_+$/g, '');
};

/** Letters or digits that are not in ASCII once accents are removed. */
const OTHER_SCRIPT = /[^\p{ASCII}\P{L}]|[^\p{ASCII}\P{N}]/u;

/**
 * The key of a column's name, whatever other columns the file has: "Postal code" is `Postal_code`, "Número" `Numero`. Other
 * scripts are transliterated, in lower case: "Straße" is `strasse`, "Город" `gorod`. A name without letters or digits gets a
 * hash of itself.
 */
export const fieldKeyOf = (name: string): string => {
  const plain = withoutMarks(name);
  // Marks are vowels in some scripts.
  const text = OTHER_SCRIPT.test(plain)
    ? joined(transliterate(name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')).toLowerCase())
    : joined(plain);
  return asKey(text === '' ? `field_${hash('sha256', name.trim()).slice(0, HASH_DIGITS)}` : text);
};

/**
 * The key that versions up to 0.9.0 derived from a name in another script, which fields may have ("Straße" was `Stra_e`). Null
 * if the key was the same, or said nothing about the name.
 */
export const formerFieldKeyOf = (name: string): string | null => {
  const text = joined(withoutMarks(name));
  const key = asKey(text);
  return text === '' || key === fieldKeyOf(name) ? null : key;
};
