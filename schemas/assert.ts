/** Ends a `switch` over a union: compiles only when every case is handled, throws when the wire brings a new one. */
export const assertNever = (value: never): never => {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`);
};
