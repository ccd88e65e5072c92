/** What is wrong with a catalogue: for the test that keeps the translations whole. */
import {
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import type { Catalogue } from '../../languages/translations.js';
import { writtenOf } from './messages.js';

/** The values that a message uses, also inside its plurals and choices. */
const namesIn = (elements: readonly MessageFormatElement[]): readonly string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (isPluralElement(element) || isSelectElement(element))
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))];
    return [element.value];
  });

const valuesOf = (pattern: string): string =>
  [...new Set(namesIn(parse(pattern, { ignoreTag: true })))].sort().join(', ');

const problemOf = (text: unknown, translation: string): string | null => {
  const written = writtenOf(text);
  try {
    const wanted = written === null ? '' : valuesOf(written.pattern);
    const found = written === null ? '' : valuesOf(translation);
    return wanted === found ? null : `uses ${found === '' ? 'nothing' : found} instead of ${wanted}`;
  } catch {
    return 'is no ICU message';
  }
};

/**
 * A line for each text that a catalogue lacks, has without need, or has with other values than the English one.
 * `path`: the id of the set.
 */
export const differencesOf = (
  texts: object,
  translations: Catalogue[string] | undefined,
  path: string,
): readonly string[] => {
  if (typeof translations !== 'object') return [`${path} is missing`];
  const written = Object.entries(texts).filter(
    ([, text]) => typeof text !== 'function' || writtenOf(text) !== null,
  );
  const names = new Set(written.map(([name]) => name));
  return [
    ...Object.keys(translations)
      .filter((name) => !names.has(name))
      .map((name) => `${path}.${name} is not used`),
    ...written.flatMap(([name, text]) => {
      const translation = translations[name];
      const place = `${path}.${name}`;
      if (typeof text === 'object' && text !== null) return differencesOf(text, translation, place);
      if (typeof translation !== 'string' || (translation === '' && text !== ''))
        return [`${place} is missing`];
      const problem = problemOf(text, translation);
      return problem === null ? [] : [`${place} ${problem}`];
    }),
  ];
};
