/** A setting that is on, off, or left at its default. */
import type { ReactNode } from 'react';
import { Choice } from '../../../ui/forms/field.js';
import { AGENTS } from '../messages.js';

type YesNo = '' | 'yes' | 'no';

const YES_NO: readonly { readonly value: YesNo; readonly name: string }[] = [
  { value: '', name: AGENTS.useDefault },
  { value: 'yes', name: AGENTS.yes },
  { value: 'no', name: AGENTS.no },
];

interface YesNoChoiceProps {
  readonly label: string;
  readonly help?: string;
  /** Null: the default. */
  readonly value: boolean | null;
  readonly onChange: (value: boolean | null) => void;
}

export const YesNoChoice = ({ label, help, value, onChange }: YesNoChoiceProps): ReactNode => (
  <Choice
    label={label}
    {...(help === undefined ? {} : { help })}
    value={value === null ? '' : value ? 'yes' : 'no'}
    choices={YES_NO}
    onChange={(chosen) => onChange(chosen === '' ? null : chosen === 'yes')}
  />
);
