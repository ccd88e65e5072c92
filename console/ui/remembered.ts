/** Choices that users make for themselves, remembered in this browser. */
import { useState } from 'react';

/** How a choice is stored. */
interface Stored<T> {
  /** `text`: null if nothing is stored; it may be anything, because users can change it. */
  readonly parse: (text: string | null) => T;
  readonly print: (value: T) => string;
}

/** A choice of any shape. If the browser stores nothing, it is lost with the page. */
export const useRememberedValue = <T>(
  name: string,
  { parse, print }: Stored<T>,
): readonly [T, (value: T) => void] => {
  const [value, setValue] = useState<T>(() => parse(readItem(name)));
  return [
    value,
    (chosen) => {
      setValue(chosen);
      writeItem(name, print(chosen));
    },
  ];
};

/** One of several values; the first until another is chosen. */
export const useRemembered = <T extends string>(
  name: string,
  values: readonly [T, ...T[]],
): readonly [T, (value: T) => void] =>
  useRememberedValue<T>(name, {
    parse: (text) => values.find((candidate) => candidate === text) ?? values[0],
    print: (value) => value,
  });

const keyOf = (name: string): string => `parley.${name}`;

/** What this browser remembers under a name; null if nothing. */
export const readItem = (name: string): string | null => {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
};

/** Nothing is remembered if the browser stores nothing. */
export const writeItem = (name: string, value: string): void => {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // The choice is lost with the page.
  }
};

/** Several names, of any number; `defaults` until others are chosen. */
export const useRememberedNames = (
  name: string,
  defaults: readonly string[],
): readonly [ReadonlySet<string>, (names: ReadonlySet<string>) => void] =>
  useRememberedValue<ReadonlySet<string>>(name, {
    parse: (text) => new Set(namesIn(text) ?? defaults),
    print: (names) => JSON.stringify([...names]),
  });

/** Null: the text has none. */
const namesIn = (text: string | null): readonly string[] | null => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(stored) ? stored.filter((value) => typeof value === 'string') : null;
  } catch {
    return null;
  }
};
