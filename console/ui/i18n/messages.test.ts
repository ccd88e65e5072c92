/** Tests of messages: filled, translated in place, and every catalogue whole. */
import { expect, test } from 'vitest';
import { CATALOGUE as GERMAN } from '../../languages/de.js';
import { CATALOGUE as SPANISH } from '../../languages/es.js';
import type { Catalogue } from '../../languages/translations.js';
import { differencesOf } from './differences.js';
import { languageFor } from './language.js';
import { message, registered, translate } from './messages.js';

test('a message is filled with values in the order of their names', () => {
  const found = message<[count: number, text: string | null]>(
    '{count, plural, =0 {Nothing} one {# call} other {# calls}}{text, select, null {} other { with “{text}”}}',
    'count',
    'text',
  );
  expect(found(0, null)).toBe('Nothing');
  expect(found(1, 'refund')).toBe('1 call with “refund”');
  expect(found(1_240, null)).toBe('1,240 calls');
  const state = message<[isVoice: boolean]>('{isVoice, select, true {called} other {messaged}}', 'isVoice');
  expect([state(true), state(false)]).toEqual(['called', 'messaged']);
});

const texts = () => ({
  title: 'Inbox',
  views: { all: 'All', mine: 'Mine' },
  remove: message<[name: string]>('Remove {name}', 'name'),
  either: (is: boolean) => (is ? 'a' : 'b'),
});

test('translations replace the texts; what has none stays in English', () => {
  const page = texts();
  translate(page, { title: 'Posteingang', views: { all: 'Alle' }, remove: '{name} entfernen' });
  expect([page.title, page.views.all, page.views.mine, page.remove('A'), page.either(true)]).toEqual([
    'Posteingang',
    'Alle',
    'Mine',
    'A entfernen',
    'a',
  ]);
});

test('what is wrong with a catalogue is found', () => {
  const whole = { title: 'T', views: { all: 'A', mine: 'M' }, remove: '{name} weg' };
  const wrong = (catalogue: Catalogue): readonly string[] => differencesOf(texts(), catalogue, 'INBOX');
  expect(wrong(whole)).toEqual([]);
  expect(wrong({ ...whole, views: { all: '' } })).toEqual([
    'INBOX.views.all is missing',
    'INBOX.views.mine is missing',
  ]);
  expect(wrong({ ...whole, surplus: 'x' })).toEqual(['INBOX.surplus is not used']);
  expect(wrong({ ...whole, remove: '{nombre} fuera' })).toEqual(['INBOX.remove uses nombre instead of name']);
  expect(wrong({ ...whole, remove: '{name' })).toEqual(['INBOX.remove is no ICU message']);
});

test('the language is the chosen one, or the first preferred one that the page has', () => {
  expect(languageFor('es', ['de-AT'])).toBe('es');
  expect(languageFor(null, ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(languageFor('tlh', ['fr'])).toBe('en');
});

test('every text of the page is there in German and in Spanish, with the same values', async () => {
  await Promise.all(Object.values(import.meta.glob('../../**/*messages.ts')).map((load) => load()));
  const ids = registered.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const [name, catalogue] of Object.entries({ de: GERMAN, es: SPANISH })) {
    const wrong = registered.flatMap(({ id, texts: english }) => differencesOf(english, catalogue[id], id));
    expect(wrong.map((line) => `${name}: ${line}`)).toEqual([]);
    expect(Object.keys(catalogue).filter((id) => !ids.includes(id))).toEqual([]);
  }
});
