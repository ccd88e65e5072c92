/** The fields of a user's account, wherever a user is created or changes their password. */
import type { ReactNode } from 'react';
import { Field } from './field.js';

interface AccountFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const NameField = (field: AccountFieldProps): ReactNode => (
  <Field {...field} required maxLength={120} autoComplete="name" />
);

interface PasswordFieldProps extends AccountFieldProps {
  /** Whether a new password is set; false for the current one. Password managers treat them differently. */
  readonly isNew: boolean;
}

export const PasswordField = ({ isNew, ...field }: PasswordFieldProps): ReactNode => (
  <Field
    {...field}
    required
    type="password"
    minLength={12}
    maxLength={200}
    autoComplete={isNew ? 'new-password' : 'current-password'}
  />
);
