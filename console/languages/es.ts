/** Everything in Spanish, as one file of the build: the sets of all `messages.es.json`. */
import type { Catalogue } from './translations.js';

const files = import.meta.glob<Catalogue>('../**/*messages.es.json', { eager: true, import: 'default' });

export const CATALOGUE: Catalogue = Object.assign({}, ...Object.values(files));
