/** Labels for messages without text. */
import { TEXTS } from '../../texts.js';

const NAMES = new Map<string, string>(Object.entries(TEXTS.inbox.types));
const AUTHORS = new Map<string, string>(Object.entries(TEXTS.inbox.authors));

/** An unknown type keeps the channel's name for it. */
export const nameOfType = (type: string): string => NAMES.get(type) ?? TEXTS.inbox.otherType(type);

export const nameOfAuthor = (author: string): string => AUTHORS.get(author) ?? author;
