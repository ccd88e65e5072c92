/**
 * Shortcuts of a single key. Pages declare theirs; `?` lists them, and people who press keys by accident or by speech
 * input can turn all of them off (WCAG 2.1.4). Arrow keys and Escape are not among them.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** As `KeyboardEvent.key`. */
  readonly key: string;
  readonly label: string;
  /** A key that is held down is one press. */
  readonly isOnce?: true;
  readonly run: () => void;
}

const STORAGE_KEY = 'parley.single-keys';

/** Elements that need these keys themselves. */
const TYPED_IN =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"] *, [role="menu"] *';

const watchers = new Set<() => void>();
const notify = (): void => {
  for (const watcher of watchers) watcher();
};
const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** A browser that stores nothing keeps the choice until the page is left. */
let chosen: boolean | null = null;

/** Whether shortcuts of a single key work; the choice is remembered in this browser. */
export const areSingleKeysOn = (): boolean => {
  try {
    return chosen ?? localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
};

export const setSingleKeys = (isOn: boolean): void => {
  chosen = isOn;
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');
  } catch {
    // The choice is lost with the page.
  }
  notify();
};

/** The shortcuts of what is on the screen. */
let shown: readonly (readonly Shortcut[])[] = [];
let listed: readonly Shortcut[] = [];

const update = (next: typeof shown): void => {
  shown = next;
  listed = shown.flat();
  notify();
};

/** Whether a key press is meant for a shortcut. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target instanceof Element && event.target.matches(TYPED_IN));

/** Runs shortcuts while the component is shown. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const labels = JSON.stringify(shortcuts.map(({ key, label }) => [key, label]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with its labels.
  useEffect(() => {
    const own = latest.current;
    update([...shown, own]);
    return () => update(shown.filter((group) => group !== own));
  }, [labels]);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (!areSingleKeysOn() || !isShortcut(event)) return;
      const shortcut = latest.current.find(({ key }) => key === event.key);
      if (shortcut === undefined) return;
      event.preventDefault();
      if (!event.repeat || shortcut.isOnce !== true) shortcut.run();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
};

/** The shortcuts of what is on the screen, for the list of them. */
export const useListedShortcuts = (): readonly Shortcut[] => useSyncExternalStore(watch, () => listed);

export const useSingleKeysOn = (): boolean => useSyncExternalStore(watch, areSingleKeysOn);
