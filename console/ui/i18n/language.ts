/** The language of the page: as chosen in this browser, or the first of the browser's languages that the page has. */
import { readItem, writeItem } from '../remembered.js';

/** The languages by their names in themselves. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

export type Language = keyof typeof LANGUAGES;

const NAME = 'language';

export const isLanguage = (text: string | null): text is Language =>
  text !== null && Object.hasOwn(LANGUAGES, text);

/** `chosen`: what was stored, if anything; `preferred`: language tags of the browser, the favourite first. */
export const languageFor = (chosen: string | null, preferred: readonly string[]): Language => {
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
};

/** Does not change while the page lives. */
export const language: Language = languageFor(
  readItem(NAME),
  typeof navigator === 'undefined' ? [] : navigator.languages,
);

/** Loads the page again in another language. Drafts are kept; the browser asks before unsaved input is left. */
export const chooseLanguage = (chosen: Language): void => {
  writeItem(NAME, chosen);
  location.reload();
};

/** A number as the language writes it: `1,240`, `1.240`. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(language, options);
