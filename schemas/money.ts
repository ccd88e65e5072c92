/** Billing arithmetic (spec section 8 "Voice billing", docs/reference/api.md "Billing"). Amounts are whole microcredits. */

/** 1 credit = 1,000,000 microcredits. */
export const MICROCREDITS_PER_CREDIT = 1_000_000;

/** Connected calls are billed in started blocks of 20 s. */
export const BLOCK_SECONDS = 20;

/** Started blocks of a connected duration in seconds; an unconnected call (0 s) has none. */
export const blocksOf = (connectedSeconds: number): number => Math.ceil(connectedSeconds / BLOCK_SECONDS);
