/**
 * Phone menus (IVR): which words are a menu's, and whether the same menu is heard again and again. Pure.
 *
 * M1. Words are a menu's if they say which key does what, or request a number by keys (`keys` in callee/phrase-lists.ts, which
 *     the judgement of answering parties counts as well). Every language is looked for in every call: menus greet in several.
 * M2. A menu counts as heard again if half of its pairs of neighbouring words were in an earlier one, whatever a recogniser made
 *     of the rest. Pairs, because all menus have the words of keys in common.
 * M3. A person between two menus does not reset the counts: a queue may lead back to the same menu.
 */

import { countKeys, normalised } from './callee/phrases.js';

/** M1 */
export const isMenu = (text: string): boolean => countKeys(normalised(text)) > 0;

/** Share of the shorter menu's pairs that are in the other if both are the same. */
const ALIKE = 0.5;
/** Menus that are remembered, the latest. */
const MAX_MENUS = 20;
/** Words of one that are compared. */
const MAX_WORDS = 200;

export interface MenuWatch {
  /** The words of a turn: how often this menu was heard by now, from 1; 0 if it is none. */
  hear(text: string): number;
}

export const createMenuWatch = (): MenuWatch => {
  const menus: { pairs: ReadonlySet<string>; count: number }[] = [];
  return {
    hear: (text) => {
      if (!isMenu(text)) return 0;
      const heard = pairsOf(text);
      const known = menus.find((menu) => alike(menu.pairs, heard));
      if (known === undefined) {
        menus.push({ pairs: heard, count: 1 });
        if (menus.length > MAX_MENUS) menus.shift();
        return 1;
      }
      known.count += 1;
      // The longest hearing: one that was cut off is part of it.
      if (heard.size > known.pairs.size) known.pairs = heard;
      return known.count;
    },
  };
};

const pairsOf = (text: string): ReadonlySet<string> => {
  const heard = normalised(text).split(' ').slice(0, MAX_WORDS);
  return new Set(heard.slice(1).map((word, index) => `${heard[index]} ${word}`));
};

/** M2 */
const alike = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  const common = [...fewer].filter((pair) => more.has(pair)).length;
  return common / fewer.size >= ALIKE;
};
