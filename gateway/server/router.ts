/** Finds the entry for a request's path and method. Pure. */

export interface RouterEntry {
  readonly method: string;
  /** With `{name}` for a parameter, which matches one segment. */
  readonly path: string;
}

export type Found<T> =
  | { readonly type: 'found'; readonly entry: T; readonly params: Readonly<Record<string, string>> }
  /** `allow`: the methods of the path, as the value of the Allow header. */
  | { readonly type: 'other_method'; readonly allow: string }
  | { readonly type: 'unknown' };

/** Of two matching paths, the one with fewer parameters wins: `/contacts/categories` is not a contact. */
export const createRouter = <T extends RouterEntry>(
  entries: readonly T[],
): ((method: string, path: string) => Found<T>) => {
  const paths = [...new Set(entries.map((entry) => entry.path))]
    .map((path) => ({ path, ...patternOf(path), entries: entries.filter((entry) => entry.path === path) }))
    .sort((a, b) => a.names.length - b.names.length);
  const exact = new Map(paths.filter(({ names }) => names.length === 0).map((route) => [route.path, route]));
  const withNames = paths.filter(({ names }) => names.length > 0);
  return (method, path) => {
    const plain = exact.get(path);
    for (const { pattern, names, entries: here } of plain === undefined ? withNames : [plain]) {
      const values = pattern.exec(path)?.slice(1).map(decode);
      if (values === undefined) continue;
      if (values.includes(null)) return { type: 'unknown' };
      const entry = here.find((candidate) => candidate.method === method);
      if (entry === undefined)
        return { type: 'other_method', allow: here.map((candidate) => candidate.method).join(', ') };
      const params = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
      return { type: 'found', entry, params };
    }
    return { type: 'unknown' };
  };
};

const patternOf = (path: string): { readonly pattern: RegExp; readonly names: readonly string[] } => {
  const names: string[] = [];
  const source = path.replaceAll(/\{(\w+)\}|[.]/g, (part, name: string | undefined) => {
    if (name === undefined) return `\\${part}`;
    names.push(name);
    return '([^/]+)';
  });
  return { pattern: new RegExp(`^${source}$`), names };
};

/** Null for an invalid percent encoding. */
const decode = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
};
