/** Confirms a destructive action: it names the thing, says what happens to it, and requires the name to be typed. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiProblem } from '../../api/client.js';
import { Field } from '../forms/field.js';
import { COMMON } from '../messages.js';
import { Problem } from '../states.js';

interface ConfirmProps {
  readonly title: string;
  readonly help: string;
  /** The name to type. */
  readonly name: string;
  readonly label: string;
  readonly button: string;
  /** Choices about the action. */
  readonly children?: ReactNode;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

export const Confirm = ({
  title,
  help,
  name,
  label,
  button,
  children,
  onConfirm,
  onClose,
}: ConfirmProps): ReactNode => {
  const [typed, setTyped] = useState('');
  const acting = useMutation<unknown, ApiProblem>({ mutationFn: onConfirm, onSuccess: onClose });
  const isConfirmed = typed.trim().toLowerCase() === name.trim().toLowerCase();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isConfirmed) acting.mutate();
  };
  return (
    <Dialog open onClose={onClose} className="dialog floats" backdrop={<div className="backdrop" />}>
      <form onSubmit={submit}>
        <DialogHeading>{title}</DialogHeading>
        <p>{help}</p>
        {children}
        <Field label={label} value={typed} onChange={setTyped} autoComplete="off" />
        {acting.error !== null && <Problem problem={acting.error} />}
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <button type="submit" className="danger" disabled={!isConfirmed || acting.isPending}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
