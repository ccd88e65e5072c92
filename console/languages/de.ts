/** Everything in German, as one file of the build: the sets of all `messages.de.json`. */
import type { Catalogue } from './translations.js';

const files = import.meta.glob<Catalogue>('../**/*messages.de.json', { eager: true, import: 'default' });

export const CATALOGUE: Catalogue = Object.assign({}, ...Object.values(files));
