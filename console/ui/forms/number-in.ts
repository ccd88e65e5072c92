/** Numbers as they are typed. Pure. */

/** NaN for what is no number, and for nothing: the check of a body refuses it. */
export const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Null for nothing, where that is a value of its own; NaN for what is no number. */
export const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));
