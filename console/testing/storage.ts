/** Storages of a browser. */

/** A storage in memory; `items` shows its content. */
export const memoryStorage = (entries: Readonly<Record<string, string>> = {}) => {
  const items = new Map(Object.entries(entries));
  return {
    items,
    get length(): number {
      return items.size;
    },
    key: (index: number): string | null => [...items.keys()][index] ?? null,
    getItem: (name: string): string | null => items.get(name) ?? null,
    setItem: (name: string, value: string): void => {
      items.set(name, value);
    },
    removeItem: (name: string): void => {
      items.delete(name);
    },
  };
};

const refuse = (): never => {
  throw new Error('the browser refuses access to the storage');
};

/** A storage whose every use throws. */
export const brokenStorage = () => ({
  get length(): number {
    return refuse();
  },
  key: refuse,
  getItem: refuse,
  setItem: refuse,
  removeItem: refuse,
});
