/** An upload that cannot be parsed; the message says what to change. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
  /** JSON Pointer to the problem; empty for the body as a whole. */
  readonly path: string;

  constructor(message: string, path = '') {
    super(message);
    this.path = path;
  }
}

/** The content is not base64 as its field name says. */
export const notBase64 = (): Malformed =>
  new Malformed(
    'must be base64 (RFC 4648, section 4) with its padding and without line breaks',
    '/contentBase64',
  );
