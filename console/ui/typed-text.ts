/** Text that takes effect once its author pauses. */
import { useEffect, useRef, useState } from 'react';

/** So that not every letter starts a search, ms. */
const TYPING_MS = 300;

/** Spaces at the ends are no words. */
const trimmed = (text: string): string => text.trim();

/**
 * `saved`: what is in effect, for example in the address. `take`: called with the normalised text after a pause. Text is
 * never replaced by its own normalised form: after a space, a pause, and the next word there are two words.
 */
export const useTypedText = (
  saved: string,
  take: (text: string) => void,
  normalised: (text: string) => string = trimmed,
): readonly [string, (text: string) => void] => {
  const [text, setText] = useState(saved);
  const taken = useRef(saved);
  const latest = useRef(take);
  latest.current = take;
  // A saved view, or the back button, brings other words.
  useEffect(() => {
    if (saved === taken.current) return;
    taken.current = saved;
    setText(saved);
  }, [saved]);
  const wanted = normalised(text);
  useEffect(() => {
    if (wanted === taken.current) return;
    const timer = setTimeout(() => {
      taken.current = wanted;
      latest.current(wanted);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return [text, setText];
};
