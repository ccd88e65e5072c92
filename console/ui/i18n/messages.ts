/**
 * Texts of the page: written in English beside the feature that shows them, as ICU messages, and translated in the
 * `messages.de.json` and `messages.es.json` of the same folder.
 *
 * ```ts
 * export const INBOX = messages('INBOX', {
 *   title: 'Inbox',
 *   selected: message<[count: number]>('{count, plural, one {# conversation} other {# conversations}}', 'count'),
 * });
 * INBOX.selected(3); // '3 conversations'
 * ```
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Catalogue } from '../../languages/translations.js';
import { catalogue } from './catalogue.js';
import { language } from './language.js';

/** What a pattern can be filled with. `{is, select, true {…} other {…}}` and `null {…}` choose by booleans and null. */
export type Value = string | number | boolean | null;

const PATTERN = Symbol('pattern');

/** How a message is written. */
interface Written {
  readonly pattern: string;
  readonly names: readonly string[];
}

/** A text with places, which are filled in the order of `names`. */
export interface Message<Values extends readonly Value[]> {
  (...values: Values): string;
  readonly [PATTERN]: Written;
}

/** `names`: of the values in the pattern, in the order in which callers pass them. */
export const message = <Values extends readonly Value[]>(
  pattern: string,
  ...names: { readonly [Index in keyof Values]: string }
): Message<Values> => filled({ pattern, names });

const filled = <Values extends readonly Value[]>({ pattern, names }: Written): Message<Values> => {
  let format: IntlMessageFormat | null = null;
  const fill = (...values: Values): string => {
    format ??= new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true });
    return String(
      format.format(Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]))),
    );
  };
  return Object.assign(fill, { [PATTERN]: { pattern, names } });
};

const isMessage = (text: unknown): text is Message<readonly Value[]> =>
  typeof text === 'function' && PATTERN in text;

/** How a message is written; null for what is no message. */
export const writtenOf = (text: unknown): Written | null => (isMessage(text) ? text[PATTERN] : null);

/** The sets of texts by their ids in the catalogues. */
export const registered: { readonly id: string; readonly texts: object }[] = [];

/**
 * The texts in the page's language. `id`: of the set in the catalogues; no other set has it. `texts`: in English, by
 * name, and groups of them. A function that is no {@link message} chooses among messages, and is not translated.
 */
export const messages = <T extends object>(id: string, texts: T): T => {
  registered.push({ id, texts });
  const translations = catalogue[id];
  if (typeof translations === 'object') translate(texts, translations);
  return texts;
};

/** In place: nothing has read the texts yet. What has no translation stays in English. */
export const translate = (texts: object, translations: Catalogue): void => {
  for (const [name, text] of Object.entries(texts)) {
    const translation = translations[name];
    if (translation === undefined) continue;
    if (typeof translation === 'object') {
      if (typeof text === 'object' && text !== null) translate(text, translation);
      continue;
    }
    const written = writtenOf(text);
    const replacement =
      written === null ? translation : filled({ pattern: translation, names: written.names });
    if (written !== null || typeof text === 'string') Reflect.set(texts, name, replacement);
  }
};
