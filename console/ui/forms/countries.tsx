/** Countries by name: all of them, or those found by typing. */
import { type ReactNode, useId, useState } from 'react';
import { SETTINGS } from '../../features/settings/messages.js';
import { language } from '../i18n/language.js';
import { COUNTRY_CODES } from './country-codes.js';

const names = new Intl.DisplayNames([language], { type: 'region' });

/** Name of a country in the page's language. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Every country that has a numbering plan, by name. */
export const COUNTRIES: readonly { readonly code: string; readonly name: string }[] = COUNTRY_CODES.map(
  (code) => ({
    code,
    name: countryName(code),
  }),
).sort((first, second) => first.name.localeCompare(second.name, language));

/** The country of the browser's language, like US; null if the language names none. */
export const countryOfBrowser = (): string | null => {
  const { region } = new Intl.Locale(navigator.language).maximize();
  return region !== undefined && COUNTRIES.some(({ code }) => code === region) ? region : null;
};

interface CountryPickerProps {
  readonly chosen: readonly string[];
  /** The countries that may be chosen; null means all. */
  readonly offered: readonly string[] | null;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The chosen countries, each removable, and a field to find others. */
export const CountryPicker = ({ chosen, offered, onChange }: CountryPickerProps): ReactNode => {
  const [search, setSearch] = useState('');
  const id = useId();
  const texts = SETTINGS.destinations;
  const open = COUNTRIES.filter(
    ({ code }) => !chosen.includes(code) && (offered === null || offered.includes(code)),
  );
  const add = (text: string): void => {
    const wanted = text.trim().toLowerCase();
    const found = open.find(
      ({ code, name }) => name.toLowerCase() === wanted || code.toLowerCase() === wanted,
    );
    if (found === undefined) {
      setSearch(text);
      return;
    }
    onChange([...chosen, found.code]);
    setSearch('');
  };
  return (
    <div className="stack">
      <div className="field">
        <label htmlFor={id}>{texts.addCountry}</label>
        <input
          id={id}
          list={`${id}-list`}
          value={search}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => add(target.value)}
        />
        <datalist id={`${id}-list`}>
          {open.map(({ code, name }) => (
            <option key={code} value={name} />
          ))}
        </datalist>
      </div>
      <ul className="chips" aria-label={texts.chosen}>
        {chosen.map((code) => (
          <li key={code}>
            {countryName(code)}{' '}
            <button
              type="button"
              className="plain"
              aria-label={texts.remove(countryName(code))}
              onClick={() => onChange(chosen.filter((chosenCode) => chosenCode !== code))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {chosen.length === 0 && <p className="help">{texts.none}</p>}
    </div>
  );
};
