/** A text whose matches of a search are marked. */
import type { ReactNode } from 'react';

interface MarkedTextProps {
  readonly text: string;
  /** In order, without overlaps; in UTF-16 units, `end` excluded. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
}

export const MarkedText = ({ text, matches }: MarkedTextProps): ReactNode => {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of matches) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return [...parts, text.slice(at)];
};
