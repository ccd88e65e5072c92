/** Keyboard shortcuts of the live page: move through the calls, and act on the chosen one. */
import { useEffect, useRef } from 'react';
import { isShortcut, useShortcuts } from '../../ui/shortcuts.js';
import { LIVE } from './messages.js';

export interface LiveKeys {
  readonly next: () => void;
  readonly previous: () => void;
  readonly listen: () => void;
  readonly takeOver: () => void;
  readonly note: () => void;
  readonly hangUp: () => void;
  readonly undoHangUp: () => void;
}

/** Elements in which the arrow keys already move something. */
const MOVED_IN = '[role="tablist"] *, [role="log"], [role="radiogroup"] *';

export const useLiveKeys = (keys: LiveKeys): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useShortcuts([
    { key: 'j', label: LIVE.keys.next, run: keys.next },
    { key: 'k', label: LIVE.keys.previous, run: keys.previous },
    { key: 'l', label: LIVE.keys.listen, run: keys.listen },
    { key: 't', label: LIVE.keys.takeOver, run: keys.takeOver },
    { key: 'n', label: LIVE.keys.note, run: keys.note },
    // A second press ends the call at once, so a key that is held down must not count as one.
    { key: 'h', label: LIVE.keys.hangUp, isOnce: true, run: keys.hangUp },
    { key: 'u', label: LIVE.keys.undo, run: keys.undoHangUp },
  ]);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !isShortcut(event)) return;
      if (target instanceof Element && target.matches(MOVED_IN)) return;
      event.preventDefault();
      if (key === 'ArrowDown') latest.current.next();
      else latest.current.previous();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
};
