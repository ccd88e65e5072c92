/** Callees on the simulated network, if calls go over it. */

export interface SimulatedCallers {
  /**
   * For a business: makes the callee at this number (E.164) say these sentences, in turn.
   * @throws Error when the network refuses the script, or no voice is available
   */
  prepare(businessId: string, number: string, says: readonly string[]): Promise<void>;
}
