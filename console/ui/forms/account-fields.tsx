/** The fields of a user's account, wherever a user is created or changes their password. */
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FormFieldProps, TextField } from './form.js';

interface AccountFieldProps<V extends FieldValues> extends FormFieldProps<V> {
  readonly label: string;
  readonly help?: string;
  /** For a value that not every body of the operation has. */
  readonly required?: boolean;
}

export const NameField = <V extends FieldValues>(field: AccountFieldProps<V>): ReactNode => (
  <TextField {...field} autoComplete="name" />
);

interface PasswordFieldProps<V extends FieldValues> extends AccountFieldProps<V> {
  /** Whether a new password is set; false for the current one. Password managers treat them differently. */
  readonly isNew: boolean;
}

export const PasswordField = <V extends FieldValues>({
  isNew,
  ...field
}: PasswordFieldProps<V>): ReactNode => (
  <TextField {...field} type="password" autoComplete={isNew ? 'new-password' : 'current-password'} />
);
