/** The choice of the page's language. */
import type { ReactNode } from 'react';
import { COMMON } from '../messages.js';
import { chooseLanguage, isLanguage, LANGUAGES, language } from './language.js';
import styles from './language-choice.module.css';

/** Each language by its own name, so that it is found by people who do not read the current one. */
export const LanguageChoice = (): ReactNode => (
  <select
    className={styles.language}
    aria-label={COMMON.language}
    value={language}
    onChange={({ target }) => {
      if (isLanguage(target.value)) chooseLanguage(target.value);
    }}
  >
    {Object.entries(LANGUAGES).map(([code, name]) => (
      <option key={code} value={code} lang={code}>
        {name}
      </option>
    ))}
  </select>
);
