/** The languages that the page is not in, by their own names. */
import { MenuGroup, MenuGroupLabel, MenuItem } from '@ariakit/react';
import type { ReactNode } from 'react';
import { chooseLanguage, isLanguage, LANGUAGES, language } from '../ui/i18n/language.js';
import { COMMON } from '../ui/messages.js';
import styles from './languages.module.css';

export const Languages = (): ReactNode => (
  <MenuGroup>
    <MenuGroupLabel className={styles.title}>{COMMON.language}</MenuGroupLabel>
    {Object.entries(LANGUAGES).map(([code, name]) =>
      code === language || !isLanguage(code) ? null : (
        <MenuItem key={code} lang={code} className="choice" onClick={() => chooseLanguage(code)}>
          {name}
        </MenuItem>
      ),
    )}
  </MenuGroup>
);
