/** A page without the frame, for people who are not signed in. */
import type { ReactNode } from 'react';
import { LanguageChoice } from './i18n/language-choice.js';

export const AlonePage = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <main className="alone">
    {children}
    <LanguageChoice />
  </main>
);
