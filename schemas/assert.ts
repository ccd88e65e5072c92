/** A union has a case that this build does not know: the wire, or the journal, comes from another one. */
export class UnexpectedCase extends Error {
  override readonly name = 'UnexpectedCase';
  readonly value: unknown;

  constructor(value: unknown) {
    super(`unexpected case: ${JSON.stringify(value)}`);
    this.value = value;
  }
}

/**
 * Ends a `switch` over a union: compiles only when every case is handled, throws when the wire brings a new one.
 * @throws UnexpectedCase
 */
export const assertNever = (value: never): never => {
  throw new UnexpectedCase(value);
};
