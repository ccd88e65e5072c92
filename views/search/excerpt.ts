/** Excerpts of texts around what was searched for. */
import { plain } from '../kernel/words.js';

/** Characters of an excerpt, without the marks of what was cut. */
const EXCERPT_CHARACTERS = 240;
/** Characters before the first match. */
const BEFORE = 80;
const MAX_MATCHES = 20;
const CUT = '…';

/** Part of a text. `matches`: places in `text`, in UTF-16 units, `end` excluded. */
export interface Excerpt {
  readonly text: string;
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

/** A text in the form that is searched, with the place of each of its units in the text. */
const mapped = (text: string): { readonly bare: string; readonly places: readonly number[] } => {
  let bare = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const part = plain(character);
    bare += part;
    for (let unit = 0; unit < part.length; unit += 1) places.push(place);
    place += character.length;
  }
  places.push(place);
  return { bare, places };
};

/** Moves a place out of the middle of a surrogate pair, to its beginning. */
const between = (text: string, place: number): number => {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff ? place - 1 : place;
};

/** The needles that occur in the text. */
export const foundIn = (text: string, needles: readonly RegExp[]): readonly RegExp[] => {
  const bare = plain(text);
  return needles.filter((needle) => bare.search(needle) >= 0);
};

/** The part of the text with the first match. */
export const excerptOf = (whole: string, needles: readonly RegExp[]): Excerpt => {
  const text = whole.normalize('NFC');
  const { bare, places } = mapped(text);
  const found = needles
    .flatMap((needle) =>
      [...bare.matchAll(needle)].map(({ index, 0: match }) => ({
        start: places[index] ?? 0,
        end: places[index + match.length] ?? text.length,
      })),
    )
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const first = found[0]?.start ?? 0;
  const latestStart = Math.max(0, text.length - EXCERPT_CHARACTERS);
  const start = between(text, Math.min(Math.max(0, first - BEFORE), latestStart));
  const end = between(text, Math.min(text.length, start + EXCERPT_CHARACTERS));
  const offset = (start > 0 ? CUT.length : 0) - start;
  const matches: { readonly start: number; readonly end: number }[] = [];
  for (const match of found) {
    const isInside = match.start >= start && match.end <= end && match.end > match.start;
    const isNew = match.start + offset >= (matches.at(-1)?.end ?? 0);
    if (isInside && isNew && matches.length < MAX_MATCHES)
      matches.push({ start: match.start + offset, end: match.end + offset });
  }
  return {
    text: `${start > 0 ? CUT : ''}${text.slice(start, end)}${end < text.length ? CUT : ''}`,
    matches,
  };
};
