import { fileURLToPath } from 'node:url';
import { normalPhrase } from './text.js';

/** The templates of the book: made by make-phrase-book.ts when the package is built, and shipped next to this file. */
export const SHIPPED_BOOK = fileURLToPath(new URL('./phrase-book.bin', import.meta.url));

/** Built-in phrases of the offline recogniser, in English. */
export const PHRASE_BOOK: readonly string[] = [
  'yes',
  'yeah',
  'yes please',
  'yes that is right',
  'that is correct',
  'no',
  'no thank you',
  'no that is wrong',
  'hello',
  'good morning',
  'good afternoon',
  'goodbye',
  'bye bye',
  'thank you',
  'thank you very much',
  'okay',
  'sure',
  'right',
  'I see',
  'mm hm',
  'uh huh',
  'one moment please',
  'can you repeat that',
  'can you hear me',
  'I do not understand',
  'who is this',
  'please stop calling me',
  'call me back later',
  'I am not interested',
  'I would like to book a table',
  'I would like to cancel my booking',
  'I would like to speak to a person',
  'what are your opening hours',
  'how much does it cost',
  'where are you',
  'for two people',
  'for four people',
  'tomorrow evening',
  'tonight',
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
];

/**
 * Phrases of an ordinary conversation, in English. Their templates ship with the book, too, but a stream listens for them only if
 * it has no hints: an agent with rules of its own is not to mistake a phrase of its rules for one of these.
 */
export const CONVERSATION_PHRASES: readonly string[] = [
  'What is it about?',
  'What can I do for you?',
  'How can I help you?',
  'Who is calling please?',
  'When is it please?',
  'What time is it?',
  'Where is it?',
  'How long does it take?',
  'How much does it cost?',
  'What are your opening hours?',
  'Do I need to bring anything?',
  'Could you say that again please?',
  'Yes that is fine',
  'Yes that suits me',
  'Yes of course',
  'No that does not suit me',
  'I have a question',
  'Are you still there?',
  'Yes I am still here',
  'Hello are you there?',
  'Is there anything else I can do for you?',
  'No thank you that is all',
  'No thank you goodbye',
  'Thank you goodbye',
  'Goodbye',
];

/** All phrases whose templates ship with the package, each sound once. */
export const SHIPPED_PHRASES: readonly string[] = [
  ...new Map(
    [...CONVERSATION_PHRASES, ...PHRASE_BOOK].map((phrase) => [normalPhrase(phrase), phrase]),
  ).values(),
];
