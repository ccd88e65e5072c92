/** A union has a case that this build does not know: the data on the wire, or in the journal, is from another build. */
export class UnexpectedCase extends Error {
  override readonly name = 'UnexpectedCase';
  readonly value: unknown;

  constructor(value: unknown) {
    super(`unexpected case: ${JSON.stringify(value)}`);
    this.value = value;
  }
}

/**
 * Ends a `switch` over a union: compiles only if every case is handled, throws when a new one arrives on the wire.
 * @throws UnexpectedCase
 */
export const assertNever = (value: never): never => {
  throw new UnexpectedCase(value);
};
