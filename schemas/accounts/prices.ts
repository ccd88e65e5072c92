/**
 * What a business pays for, its list of prices, and how calls are billed (spec section 8 "Voice billing",
 * docs/reference/api.md "Billing"). Amounts are whole microcredits.
 */

/** 1 credit = 1,000,000 microcredits. */
export const MICROCREDITS_PER_CREDIT = 1_000_000;

/** Connected calls are billed in started blocks of 20 s. */
export const BLOCK_SECONDS = 20;

/** Started blocks of a connected duration in seconds; an unconnected call (0 s) has none. */
export const blocksOf = (connectedSeconds: number): number => Math.ceil(connectedSeconds / BLOCK_SECONDS);

/** Item of the price list → its unit. */
export const PRICE_ITEMS = {
  call_block: 'a started block of 20 seconds of a connected call',
  contact_assessment: 'the assessment of one contact by a campaign summary',
  call_analysis: 'the analysis of one call by a model after it has ended',
  conversation_analysis: 'the analysis of a conversation by a model after it fell silent',
  simulated_conversation: 'one conversation of a simulated customer with an agent, judged by a model',
} as const;
export type PriceItem = keyof typeof PRICE_ITEMS;

export type PriceList = Readonly<Record<PriceItem, number>>;

/** Prices of businesses without other agreed prices. */
export const STANDARD_PRICES: PriceList = {
  call_block: 10_000,
  contact_assessment: 2_000,
  call_analysis: 2_000,
  conversation_analysis: 2_000,
  simulated_conversation: 10_000,
};

/** Narrows a name from the command line to an item. */
export const isPriceItem = (name: string): name is PriceItem => Object.hasOwn(PRICE_ITEMS, name);
