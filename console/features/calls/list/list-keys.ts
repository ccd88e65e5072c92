/** Keyboard of the list of calls: j and k walk through the results, Enter opens the page of the call beside the list. */
import { useEffect, useRef } from 'react';

interface ListKeys {
  /** 1: the next call; -1: the previous one. */
  readonly move: (by: 1 | -1) => void;
  readonly open: () => void;
}

/** Elements that need these keys themselves. */
const TYPED_IN =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="dialog"] *, [role="menu"] *';
/** Elements that Enter activates. */
const ACTIVATED = 'a, button, summary, [role="tab"]';

export const useListKeys = (keys: ListKeys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.matches(TYPED_IN)) return;
      if (key === 'j') latest.current.move(1);
      else if (key === 'k') latest.current.move(-1);
      else if (key === 'Enter' && !(target instanceof Element && target.matches(ACTIVATED)))
        latest.current.open();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
};
