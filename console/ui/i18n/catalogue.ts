/** The translations of the page's language. */
import type { Catalogue } from '../../languages/translations.js';
import { language } from './language.js';

/** English is written where it is used. */
const loaders = {
  en: async (): Promise<Catalogue> => ({}),
  de: async (): Promise<Catalogue> => (await import('../../languages/de.js')).CATALOGUE,
  es: async (): Promise<Catalogue> => (await import('../../languages/es.js')).CATALOGUE,
};

/** Every module with messages waits for it, so no text is read before its translation is there. */
export const catalogue: Catalogue = await loaders[language]();
