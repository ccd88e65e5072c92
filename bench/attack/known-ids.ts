/** Ids of existing resources, learned from answers: a request that names nothing real is refused too early to test anything. */

/** Ids kept per kind; the oldest is dropped. */
const MAX_PER_KIND = 50;
/** Property names under which other resources refer to a resource, where that is not `<resource>Id`. */
const OTHER_NAMES: Readonly<Record<string, string>> = { dataSourceId: 'sourceId' };

export interface KnownIds {
  /** Records the ids in an answer. */
  learn(answer: unknown): void;
  /** Ids that a property of this name may hold, newest last: `contactId`, or `contactIds` for a list. */
  of(name: string): readonly string[];
}

/** `excluded` are ids that are not used, so that the attack does not revoke its own key. */
export const createKnownIds = (excluded: ReadonlySet<string>): KnownIds => {
  const kinds = new Map<string, string[]>();
  const keep = (name: string, id: string): void => {
    if (excluded.has(id)) return;
    const others = (kinds.get(name) ?? []).filter((known) => known !== id);
    kinds.set(name, [...others, id].slice(-MAX_PER_KIND));
  };
  const walk = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) walk(item, name.replace(/ies$/, 'y').replace(/s$/, ''));
      return;
    }
    for (const [key, part] of Object.entries(value)) {
      if (typeof part !== 'string') walk(part, key);
      else if (key === 'id') keep(OTHER_NAMES[`${name}Id`] ?? `${name}Id`, part);
      else if (key.endsWith('Id')) keep(key, part);
    }
  };
  return {
    learn: (answer) => walk(answer, ''),
    of: (name) => kinds.get(name.replace(/Ids$/, 'Id')) ?? [],
  };
};
