/** Keyboard of the list of calls: j and k walk through the results, Enter opens the page of the call beside the list. */
import { useEffect, useRef } from 'react';
import { isShortcut, useShortcuts } from '../../../ui/shortcuts.js';
import { CALLS } from '../messages.js';

interface ListKeys {
  /** 1: the next call; -1: the previous one. */
  readonly move: (by: 1 | -1) => void;
  readonly open: () => void;
}

/** Elements that Enter activates. */
const ACTIVATED = 'a, button, summary, [role="tab"]';

export const useListKeys = ({ move, open }: ListKeys): void => {
  useShortcuts([
    { key: 'j', label: CALLS.keys.next, run: () => move(1) },
    { key: 'k', label: CALLS.keys.previous, run: () => move(-1) },
  ]);
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !isShortcut(event)) return;
      if (event.target instanceof Element && event.target.matches(ACTIVATED)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
};
