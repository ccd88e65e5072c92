/** Edits a setting that the service keeps without versions: another editor's change is noticed before it is overwritten. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '../../../api/client.js';
import { AGENTS } from '../messages.js';
import { VERSIONS } from '../publishing/messages.js';
import styles from '../publishing/publishing.module.css';
import { isEqual, settingDraftOf, settled } from './setting-draft.js';

interface Setting<Value, Draft> {
  readonly base: Value;
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
  /** Asks which of two changes to go on with; null: there is one at most. */
  readonly elsewhere: ReactNode;
}

/** `current`: what the service has, as far as the page knows. */
export const useSetting = <Value, Draft>(
  current: Value,
  draftOf: (value: Value) => Draft,
): Setting<Value, Draft> => {
  const [before, setState] = useState(() => settingDraftOf(current, draftOf));
  const { state, isElsewhere } = settled(before, current, draftOf);
  if (state !== before) setState(state);
  return {
    ...state,
    change: (draft) => setState({ ...state, draft }),
    elsewhere: isElsewhere ? (
      <div className={styles.notice} role="alert">
        <p>{AGENTS.changedElsewhere}</p>
        <button type="button" className="plain" onClick={() => setState(settingDraftOf(current, draftOf))}>
          {VERSIONS.conflict.takeTheirs}
        </button>
        <button type="button" className="plain" onClick={() => setState({ ...state, base: current })}>
          {VERSIONS.conflict.keepMine}
        </button>
      </div>
    ) : null,
  };
};

/** Edits the draft of a setting in a form (ui/forms/use-body-form.ts). */
export const useSettingInForm = <Value, Draft extends FieldValues>(
  { draft, change }: Pick<Setting<Value, Draft>, 'draft' | 'change'>,
  { subscribe, getValues, reset }: UseFormReturn<Draft>,
): void => {
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => latest.current(values),
      }),
    [subscribe],
  );
  // The setting follows the service, or takes the change of another editor.
  useEffect(() => {
    if (!isEqual(getValues(), draft)) reset(draft);
  }, [draft, getValues, reset]);
};

/** For the moment before a change is sent. `now`: as it was just read. @throws ApiProblem setting_changed */
export const refuseIfChanged = (base: unknown, now: unknown): void => {
  if (!isEqual(base, now)) throw new ApiProblem(AGENTS.settingChanged, 'setting_changed', null);
};
