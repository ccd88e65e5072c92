/** An upload that cannot be taken apart; the message says what to change. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}
