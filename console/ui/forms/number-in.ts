/** A number as it is typed. Pure. */

/** NaN for what is no number, and for nothing: the check of a body refuses it. */
export const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
