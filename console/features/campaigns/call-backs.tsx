/** The fields of a campaign that calls people back at the time that they requested. */
import type { ReactNode } from 'react';
import { Field } from '../../ui/forms/field.js';
import styles from './campaign-builder.module.css';
import type { Draft } from './draft.js';
import { CAMPAIGNS } from './messages.js';

const texts = CAMPAIGNS.builder;

/** A whole number within its bounds; anything else becomes the least. */
export const clamped = (typed: string, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(Number(typed)) || least));

interface CallBackFieldsProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

export const CallBackFields = ({ draft, onChange }: CallBackFieldsProps): ReactNode => (
  <>
    <label className="tick">
      <input
        type="checkbox"
        checked={draft.callsBack}
        onChange={(event) => onChange({ callsBack: event.target.checked })}
      />
      {texts.callsBack}
    </label>
    {draft.callsBack && (
      <>
        <p className="help">{texts.callsBackHelp}</p>
        <div className={styles.two}>
          <Field
            label={texts.callBacksEach}
            type="number"
            min={1}
            max={5}
            value={String(draft.callBacksEach)}
            onChange={(typed) => onChange({ callBacksEach: clamped(typed, 1, 5) })}
          />
          <Field
            label={texts.callBackDays}
            type="number"
            min={1}
            max={60}
            value={String(draft.callBackDays)}
            onChange={(typed) => onChange({ callBackDays: clamped(typed, 1, 60) })}
          />
        </div>
      </>
    )}
  </>
);
