/** Marks that are written for eyes: Markdown, emoji, HTML. They hold no words in any language. */
import { matchAt, type Place, type Rule } from './place.js';

/** A line without its structural marks. */
export interface Line {
  /** Written before the text and not spoken: heading marks, a bullet, a quotation mark. */
  readonly mark: string;
  /** Number of a list item; null: none. */
  readonly number: number | null;
  readonly text: string;
  /** A heading, a list item or a row of a table: it ends like a sentence. */
  readonly isBlock: boolean;
  readonly isRow: boolean;
}

const RULER = /^\s*(?:(?:[-*_=]\s*){3,}|\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*)$/;
const FENCE = /^\s*(?:`{3,}|~{3,})[\w+-]*\s*$/;
const HEADING = /^\s*#{1,6}\s+/;
const QUOTE = /^\s*(?:>\s?)+/;
const BULLET = /^\s*[-*+•‣◦▪–·]\s+(?:\[[ xX]\]\s+)?/;
const NUMBER = /^\s*(?:\*\*|__)?(\d{1,3})[.)](?:\*\*|__)?\s+(?=\S)/;
const ROW = /^\s*\|.*\|\s*$/;

/** Reads the structure of a line. `isDate`: whether a number with a dot is a date or an ordinal there. */
export const lineOf = (written: string, isDate: (text: string) => boolean): Line => {
  const plain = { mark: '', number: null, text: written, isBlock: false, isRow: false };
  if (RULER.test(written) || FENCE.test(written)) return { ...plain, mark: written, text: '' };
  if (ROW.test(written)) return { ...plain, isBlock: true, isRow: true };
  const quote = QUOTE.exec(written)?.[0] ?? '';
  const rest = written.slice(quote.length);
  const mark = HEADING.exec(rest)?.[0] ?? BULLET.exec(rest)?.[0];
  if (mark !== undefined)
    return { ...plain, mark: quote + mark, text: rest.slice(mark.length), isBlock: true };
  const item = NUMBER.exec(rest);
  if (item !== null && !isDate(rest.trimStart())) {
    const [all, digits = ''] = item;
    return {
      ...plain,
      mark: quote + all,
      number: Number(digits),
      text: rest.slice(all.length),
      isBlock: true,
    };
  }
  return { ...plain, mark: quote, text: rest };
};

const EMOJI =
  /(?:\p{Regional_Indicator}{2}|(?!\d)\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0e\ufe0f\u20e3\u{e0020}-\u{e007f}])+/uy;
const EMOTICON = /(?:[:;=]-?[)(DPp/|]|<3)(?=\s|$)/y;
const LINK_OPEN = /!?\[(?=[^\]]*\]\()/y;
const LINK_CLOSE = /\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/y;
const REFERENCE = /\[\^?\d{1,3}\]/y;
const TAG = /<\/?[a-zA-Z][^<>]{0,80}>/y;
const ENTITY = /&(?:nbsp|amp|lt|gt|quot|#39|apos);/y;
const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&#39;': "'", '&apos;': "'" };
const ESCAPE = /\\(?=[\\`*_{}[\]()#+\-.!~|>])/y;
const STRONG = /\*{2,3}|~~|`+/y;
const SPACED_DASH = /\s+[–—-](?=\s)/y;
const LONG_DASH = /—|\s*(?:→|⇒|->)\s*/y;
const UNDERSCORES = /_{1,3}/y;
const LETTER = /[\p{L}\p{N}]/u;
const SEMANTIC = /[\p{S}\p{C}\\|[\]{}*]/uy;

/** Drops the marks. */
const dropped =
  (pattern: RegExp): Rule =>
  (place) => {
    const found = matchAt(pattern, place);
    return found === null || found[0] === '' ? null : { length: found[0].length, spoken: '' };
  };

/** Underscores are emphasis at the edge of a word; inside it they join its parts. */
const underscores: Rule = (place) => {
  const found = matchAt(UNDERSCORES, place)?.[0];
  if (found === undefined) return null;
  const { text, at } = place;
  const isInside = LETTER.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at + found.length));
  return isInside ? null : { length: found.length, spoken: '' };
};

/** A long dash, an arrow, or a short dash between words. */
const dash: Rule = (place) => {
  const { text, at } = place;
  const found = matchAt(LONG_DASH, place)?.[0];
  if (found !== undefined) return { length: found.length, spoken: ', ' };
  if (text[at] !== '–') return null;
  const isInside = LETTER.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at + 1));
  return isInside ? { length: 1, spoken: ', ' } : null;
};

/** A single star is emphasis unless it stands between two spaces or two digits, where it multiplies. */
const star: Rule = ({ text, at }) => {
  if (text[at] !== '*') return null;
  const previous = text[at - 1] ?? ' ';
  const next = text[at + 1] ?? ' ';
  if (/\s/.test(previous) && /\s/.test(next)) return null;
  return /\d/.test(previous) && /\d/.test(next) ? null : { length: 1, spoken: '' };
};

const spaced: Rule = (place) => {
  const found = matchAt(SPACED_DASH, place);
  if (found === null) return null;
  const { text, at } = place;
  // Between digits it is a range, which another rule has read already unless it holds no numbers.
  const isAfterMark = /[,.:;!?…]$/.test(text.slice(0, at));
  return { length: found[0].length, spoken: isAfterMark || at === 0 ? '' : ',' };
};

const entity: Rule = (place) => {
  const found = matchAt(ENTITY, place)?.[0];
  if (found === undefined || found === '&amp;') return null;
  return { length: found.length, spoken: ENTITIES[found] ?? ' ' };
};

/** Rules for every language, in their order. */
export const markupRules: readonly Rule[] = [
  dropped(LINK_OPEN),
  dropped(LINK_CLOSE),
  dropped(REFERENCE),
  dropped(TAG),
  entity,
  dropped(ESCAPE),
  dropped(STRONG),
  underscores,
  star,
  spaced,
  dash,
  dropped(EMOTICON),
  dropped(EMOJI),
];

/** What no rule has read and no voice can say. */
export const silentRule: Rule = (place: Place) => {
  const found = matchAt(SEMANTIC, place);
  return found === null ? null : { length: found[0].length, spoken: '' };
};
