/** Through which carriers the calls of a business go, and from which numbers. */
export interface CarrierChoice {
  /** In the order in which they are asked; empty: the installation's. */
  readonly carriers: readonly string[];
  /** Carrier → a number of our account there, E.164; where one is not in it, the account's usual one. */
  readonly from: Readonly<Record<string, string>>;
}
