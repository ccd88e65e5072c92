/** Combines what two editors have made of the same thing. Pure. */

/** Whose value a field gets. */
export type Side = 'mine' | 'theirs';

/** Of fields that both have changed, by name. */
export type Sides = Readonly<Partial<Record<string, Side>>>;

/** The name of a field of the words. */
export type FieldOf<Words> = keyof Words & string;

export interface ThreeWay<Words> {
  /** What both started from. */
  readonly base: Words;
  /** The words on this page. */
  readonly mine: Words;
  /** What the service has now. */
  readonly theirs: Words;
}

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The names of the fields that differ. */
export const differingFields = <Words extends object>(a: Words, b: Words): ReadonlySet<FieldOf<Words>> => {
  const isName = (name: string): name is FieldOf<Words> => Object.hasOwn(a, name);
  return new Set(
    Object.keys(a)
      .filter(isName)
      .filter((name) => !isEqual(a[name], b[name])),
  );
};

/** Fields that both have changed, each to something else. */
export const conflictsOf = <Words extends object>({
  base,
  mine,
  theirs,
}: ThreeWay<Words>): readonly FieldOf<Words>[] => {
  const changedHere = differingFields(base, mine);
  const changedThere = differingFields(base, theirs);
  return [...differingFields(mine, theirs)].filter((name) => changedHere.has(name) && changedThere.has(name));
};

/** Fields that the other editor has changed, and that this page would put back or replace. */
export const overwrittenBy = <Words extends object>({
  base,
  mine,
  theirs,
}: ThreeWay<Words>): readonly FieldOf<Words>[] => {
  const changedThere = differingFields(base, theirs);
  return [...differingFields(mine, theirs)].filter((name) => changedThere.has(name));
};

/** Theirs, with the fields that were changed here; where both changed one, `sides` decides, and without it mine stays. */
export const merged = <Words extends object>(
  { base, mine, theirs }: ThreeWay<Words>,
  sides: Sides = {},
): Words => {
  const kept = [...differingFields(base, mine)].filter((name) => sides[name] !== 'theirs');
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) };
};
