/** Choices that users make for themselves, remembered in this browser. */
import { useState } from 'react';

/**
 * One of several values; the first until another is chosen. If the browser stores nothing, the choice is lost with the
 * page.
 */
export const useRemembered = <T extends string>(
  name: string,
  values: readonly [T, ...T[]],
): readonly [T, (value: T) => void] => {
  const [value, setValue] = useState<T>(
    () => values.find((candidate) => candidate === readItem(name)) ?? values[0],
  );
  return [
    value,
    (chosen) => {
      setValue(chosen);
      writeItem(name, chosen);
    },
  ];
};

const keyOf = (name: string): string => `parley.${name}`;

const readItem = (name: string): string | null => {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
};

const writeItem = (name: string, value: string): void => {
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
): readonly [ReadonlySet<string>, (names: ReadonlySet<string>) => void] => {
  const [names, setNames] = useState<ReadonlySet<string>>(() => new Set(readNames(name) ?? defaults));
  return [
    names,
    (chosen) => {
      setNames(chosen);
      writeItem(name, JSON.stringify([...chosen]));
    },
  ];
};

/** Null: none are stored. */
const readNames = (name: string): readonly string[] | null => {
  try {
    const stored: unknown = JSON.parse(readItem(name) ?? 'null');
    return Array.isArray(stored) ? stored.filter((value) => typeof value === 'string') : null;
  } catch {
    return null;
  }
};
