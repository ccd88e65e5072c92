/** What a business pays for, and the list of its prices in microcredits. */

/** Item of the price list → its unit. */
export const PRICE_ITEMS = {
  call_block: 'a started block of 20 seconds of a connected call',
  contact_assessment: 'the assessment of one contact by a campaign summary',
} as const;
export type PriceItem = keyof typeof PRICE_ITEMS;

export type PriceList = Readonly<Record<PriceItem, number>>;

/** Prices of businesses without other agreed prices. */
export const STANDARD_PRICES: PriceList = { call_block: 10_000, contact_assessment: 2_000 };

/** Narrows a name from the command line to an item. */
export const isPriceItem = (name: string): name is PriceItem => Object.hasOwn(PRICE_ITEMS, name);
