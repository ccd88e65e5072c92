/** Labels for messages without text. */
import { INBOX } from './messages.js';

const NAMES = new Map<string, string>(Object.entries(INBOX.types));
const AUTHORS = new Map<string, string>(Object.entries(INBOX.authors));

/** An unknown type keeps the channel's name for it. */
export const nameOfType = (type: string): string => NAMES.get(type) ?? INBOX.otherType(type);

export const nameOfAuthor = (author: string): string => AUTHORS.get(author) ?? author;
