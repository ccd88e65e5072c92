/** A setting while it is edited: it follows the service until something is typed; then changes of others are noticed. Pure. */

export interface SettingDraft<Value, Draft> {
  /** What the form started from. */
  readonly base: Value;
  readonly draft: Draft;
}

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const settingDraftOf = <Value, Draft>(
  base: Value,
  draftOf: (value: Value) => Draft,
): SettingDraft<Value, Draft> => ({ base, draft: draftOf(base) });

/** Where the form stands if the service has `current` now. `isElsewhere`: typed words and a change of others meet. */
export const settled = <Value, Draft>(
  before: SettingDraft<Value, Draft>,
  current: Value,
  draftOf: (value: Value) => Draft,
): { readonly state: SettingDraft<Value, Draft>; readonly isElsewhere: boolean } => {
  if (isEqual(before.base, current)) return { state: before, isElsewhere: false };
  const isUntouched = isEqual(before.draft, draftOf(before.base)) || isEqual(before.draft, draftOf(current));
  return isUntouched
    ? { state: settingDraftOf(current, draftOf), isElsewhere: false }
    : { state: before, isElsewhere: true };
};
