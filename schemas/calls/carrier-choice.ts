/** The carriers that place the calls of a business, and the numbers they are placed from. */
export interface CarrierChoice {
  /** In fallback order; empty: the installation's. */
  readonly carriers: readonly string[];
  /** Carrier → a number of our account there, E.164; for a carrier that is missing, the account's usual one. */
  readonly from: Readonly<Record<string, string>>;
}
