/** What somebody chose for themselves, in this browser. */
import { useState } from 'react';

/** One of some values; the first until another was chosen. Where the browser remembers nothing, it is chosen anew each time. */
export const useRemembered = <T extends string>(
  name: string,
  values: readonly [T, ...T[]],
): readonly [T, (value: T) => void] => {
  const [value, setValue] = useState<T>(() => values.find((one) => one === readItem(name)) ?? values[0]);
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
    // It is forgotten with the page.
  }
};
