/** What an agent does in calls: the disclosure, how long it waits, what interrupts it, and phone menus. */
import type { ReactNode } from 'react';
import { Choice, Field } from '../../../ui/forms/field.js';
import type { Patience } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { MAX_WORDS } from '../prompt/problems.js';
import type { PromptProps } from '../prompt/prompt.js';
import { WordField } from '../prompt/word-field.js';
import styles from './settings.module.css';
import { Backchannels, Filler, PhoneMenu } from './turn-settings.js';
import { YesNoChoice } from './yes-no.js';

export const CallSettings = ({ draft, fillables, grant, onChange }: PromptProps): ReactNode => {
  const texts = AGENTS;
  return (
    <>
      <WordField
        granted={draft.variables}
        fillables={fillables}
        grant={grant}
        label={texts.disclosure}
        help={texts.disclosureHelp}
        rows={2}
        maxWords={MAX_WORDS.disclosure}
        value={draft.disclosure}
        onChange={(disclosure) => onChange({ disclosure })}
      />
      <div className={styles.grid}>
        <TimeSettings draft={draft} onChange={onChange} />
        <Filler draft={draft} onChange={onChange} />
        <YesNoChoice
          label={texts.greetingInterrupt}
          value={draft.greetingInterruptible}
          onChange={(greetingInterruptible) => onChange({ greetingInterruptible })}
        />
        <YesNoChoice
          label={texts.repeatInterrupted}
          value={draft.repeatInterrupted}
          onChange={(repeatInterrupted) => onChange({ repeatInterrupted })}
        />
        <Choice
          label={texts.patience}
          value={draft.patience ?? ''}
          choices={PATIENCES}
          onChange={(value) => onChange({ patience: value === '' ? null : value })}
        />
        <YesNoChoice
          label={texts.duck}
          help={texts.duckHelp}
          value={draft.duck}
          onChange={(duck) => onChange({ duck })}
        />
      </div>
      <Backchannels draft={draft} onChange={onChange} />
      <PhoneMenu draft={draft} onChange={onChange} />
    </>
  );
};

const TimeSettings = ({ draft, onChange }: Pick<PromptProps, 'draft' | 'onChange'>): ReactNode => (
  <>
    <Seconds
      label={AGENTS.nudgeAfter}
      most={600}
      value={draft.nudgeAfterSeconds}
      onChange={(nudgeAfterSeconds) => onChange({ nudgeAfterSeconds })}
    />
    <Seconds
      label={AGENTS.hangUpAfter}
      most={3_600}
      value={draft.hangUpAfterSeconds}
      onChange={(hangUpAfterSeconds) => onChange({ hangUpAfterSeconds })}
    />
    <Seconds
      label={AGENTS.longest}
      most={14_400}
      value={draft.longestSeconds}
      onChange={(longestSeconds) => onChange({ longestSeconds })}
    />
    <Seconds
      label={AGENTS.fillerAfter}
      most={3}
      value={draft.fillerAfterSeconds}
      onChange={(fillerAfterSeconds) => onChange({ fillerAfterSeconds })}
    />
    <Seconds
      label={AGENTS.keyPause}
      most={10}
      value={draft.keyPauseSeconds}
      onChange={(keyPauseSeconds) => onChange({ keyPauseSeconds })}
    />
  </>
);

const PATIENCES: readonly { readonly value: Patience | ''; readonly name: string }[] = [
  { value: '', name: AGENTS.useDefault },
  { value: 'low', name: AGENTS.patiences.low },
  { value: 'normal', name: AGENTS.patiences.normal },
  { value: 'high', name: AGENTS.patiences.high },
];

interface SecondsProps {
  readonly label: string;
  readonly most: number;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

const Seconds = ({ label, most, value, onChange }: SecondsProps): ReactNode => (
  <Field
    label={label}
    type="number"
    min={1}
    max={most}
    step="any"
    placeholder={AGENTS.useDefault}
    value={value === null ? '' : String(value)}
    onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
  />
);
