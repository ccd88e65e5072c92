/** Longest field key, characters (spec section 2.5). */
export const MOST_KEY_CHARACTERS = 64;

/** A key that is not in `taken`, which gets it: the wanted one, else with a number behind it. */
export const uniqueKey = (wanted: string, taken: Set<string>): string => {
  let key = wanted;
  for (let copy = 2; taken.has(key); copy += 1) key = `${wanted.slice(0, MOST_KEY_CHARACTERS - 4)}_${copy}`;
  taken.add(key);
  return key;
};
