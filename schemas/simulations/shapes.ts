/** Shapes that the parts of a scenario share. */
import { Type } from 'typebox';

const MAX_TEXT = 4_000;

/** A text of at most 4,000 characters. */
export const text = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: MAX_TEXT, description, examples: [example] });

/** The name of a customer or criterion. */
export const partName = (example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Unique name in tables and reports.',
    examples: [example],
  });

/** A part of a whole, from 0 to 1. */
export const share = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description, examples: [0.2] });

/** A place within a part of a scenario, as the rest of a JSON Pointer, and what is wrong there. */
export type Within = readonly [place: string, message: string];

/** Whether it is a regular expression. */
export const isPattern = (pattern: string): boolean => {
  try {
    new RegExp(pattern, 'iu');
    return true;
  } catch {
    return false;
  }
};
