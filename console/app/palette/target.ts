/** A line of the palette, and how what is typed finds it. */
import type { APP } from '../messages.js';

export type TargetGroup = keyof typeof APP.palette.groups;

/** What choosing a target does. */
export type Opens =
  | { readonly type: 'page'; readonly path: string; readonly isApart: boolean }
  /** In E.164. */
  | { readonly type: 'dial'; readonly number: string }
  | { readonly type: 'business'; readonly businessId: string }
  | { readonly type: 'shortcuts' | 'sign_out' };

export interface Target {
  readonly group: TargetGroup;
  readonly name: string;
  /** What distinguishes it from others of its name. */
  readonly hint?: string;
  readonly opens: Opens;
}

/** A page of the console. */
export const toPage = (path: string): Opens => ({ type: 'page', path, isApart: false });

/** Whether the text has every word of the query: at the start of a word, or anywhere if it has at least three letters. */
export const isMatch = (text: string, query: string): boolean => {
  const whole = text.toLowerCase();
  const words = whole.split(/[\s@.+-]+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '')
    .every(
      (part) => words.some((word) => word.startsWith(part)) || (part.length > 2 && whole.includes(part)),
    );
};
