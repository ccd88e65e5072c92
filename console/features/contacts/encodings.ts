/** Encodings of text files that can be chosen. */
import type { Encoding } from './columns.js';
import { ENCODING_NAMES } from './messages.js';

const isEncoding = (name: string): name is Encoding => Object.hasOwn(ENCODING_NAMES, name);

/** In the order in which they are offered. */
export const ENCODINGS: readonly Encoding[] = Object.keys(ENCODING_NAMES).filter(isEncoding);
