/** What is shown of a message that has no words of its own. */
import { TEXTS } from '../../texts.js';

const NAMES = new Map<string, string>(Object.entries(TEXTS.inbox.types));
const AUTHORS = new Map<string, string>(Object.entries(TEXTS.inbox.authors));

/** A type of the channel that is not known here is named as the channel names it. */
export const nameOfType = (type: string): string => NAMES.get(type) ?? TEXTS.inbox.otherType(type);

export const nameOfAuthor = (author: string): string => AUTHORS.get(author) ?? author;
