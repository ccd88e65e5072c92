/** Combines what two editors have made of the same agent. Pure. */
import type { AgentDraft } from '../agent-draft.js';

export type FieldName = keyof AgentDraft;
/** Whose value a field gets. */
export type Side = 'mine' | 'theirs';

export interface ThreeWay {
  /** What both started from. */
  readonly base: AgentDraft;
  /** The words on this page. */
  readonly mine: AgentDraft;
  /** What the service has now. */
  readonly theirs: AgentDraft;
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The names of the fields that differ. */
export const differingFields = (a: AgentDraft, b: AgentDraft): ReadonlySet<FieldName> => {
  const isName = (name: string): name is FieldName => Object.hasOwn(a, name);
  return new Set(
    Object.keys(a)
      .filter(isName)
      .filter((name) => !isEqual(a[name], b[name])),
  );
};

/** Fields that both have changed, each to something else. */
export const conflictsOf = ({ base, mine, theirs }: ThreeWay): readonly FieldName[] => {
  const changedHere = differingFields(base, mine);
  const changedThere = differingFields(base, theirs);
  return [...differingFields(mine, theirs)].filter((name) => changedHere.has(name) && changedThere.has(name));
};

/** Theirs, with the fields that were changed here; where both changed one, `sides` decides, and without it mine stays. */
export const merged = (
  { base, mine, theirs }: ThreeWay,
  sides: Readonly<Partial<Record<FieldName, Side>>> = {},
): AgentDraft => {
  const kept = [...differingFields(base, mine)].filter((name) => sides[name] !== 'theirs');
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) };
};
