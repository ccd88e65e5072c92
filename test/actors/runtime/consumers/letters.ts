/** Shared by the readers in a test: a stream of letters to several addressees, and the consumer that reads it. */

/** For consumeInOrder. Subjects are `letter.<addressee>`. */
export const LETTERS = {
  stream: 'LETTERS',
  durable: 'letters',
  filter: 'letter.>',
  maxOnHand: 10,
  mark: null,
} as const;
