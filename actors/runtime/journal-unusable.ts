/** The journal cannot be used as it is; the message begins with `journal_unusable`, and says what to do. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable';

  constructor(message: string, options?: ErrorOptions) {
    super(`journal_unusable: ${message}`, options);
  }
}
