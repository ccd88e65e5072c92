/** Keyboard shortcuts of the live page: move through the calls, and act on the chosen one. */
import { useEffect, useRef } from 'react';

export interface LiveKeys {
  readonly next: () => void;
  readonly previous: () => void;
  readonly listen: () => void;
  readonly takeOver: () => void;
  readonly note: () => void;
  readonly hangUp: () => void;
  readonly undoHangUp: () => void;
}

/** Elements that need these keys themselves. */
const TYPED_IN = 'input, textarea, select, [contenteditable], [role="dialog"] *, [role="menu"] *';
/** Elements in which the arrow keys already move something. */
const MOVED_IN = '[role="tablist"] *, [role="log"], [role="radiogroup"] *';

const isTaken = (target: EventTarget | null, by: string): boolean =>
  target instanceof Element && target.matches(by);

export const useLiveKeys = (keys: LiveKeys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { key, target } = event;
      // A key that is held down is one press: a second one would end the call.
      if (isTaken(target, TYPED_IN) || (event.repeat && key === 'h')) return;
      const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
      if (isArrow && isTaken(target, MOVED_IN)) return;
      const action = actionFor(key, latest.current);
      if (action === null) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
};

const actionFor = (key: string, keys: LiveKeys): (() => void) | null => {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return keys.next;
    case 'k':
    case 'ArrowUp':
      return keys.previous;
    case 'l':
      return keys.listen;
    case 't':
      return keys.takeOver;
    case 'n':
      return keys.note;
    case 'h':
      return keys.hangUp;
    case 'u':
      return keys.undoHangUp;
    default:
      return null;
  }
};
