/** Confirms a destructive action: it names the thing, says what happens to it, and requires the name to be typed. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiProblem } from '../api/client.js';
import { TEXTS } from '../texts.js';
import { Field } from './field.js';
import { Problem } from './states.js';

interface ConfirmProps {
  readonly title: string;
  readonly help: string;
  /** The name to type. */
  readonly name: string;
  readonly label: string;
  readonly button: string;
  readonly act: () => Promise<unknown>;
  readonly close: () => void;
}

export const Confirm = ({ title, help, name, label, button, act, close }: ConfirmProps): ReactNode => {
  const [typed, setTyped] = useState('');
  const acting = useMutation<unknown, ApiProblem>({ mutationFn: act, onSuccess: close });
  const isNamed = typed.trim().toLowerCase() === name.trim().toLowerCase();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isNamed) acting.mutate();
  };
  return (
    <Dialog open onClose={close} className="dialog floats" backdrop={<div className="backdrop" />}>
      <form onSubmit={submit}>
        <DialogHeading>{title}</DialogHeading>
        <p>{help}</p>
        <Field label={label} value={typed} change={setTyped} autoComplete="off" />
        {acting.error !== null && <Problem problem={acting.error} />}
        <div className="actions">
          <DialogDismiss className="plain">{TEXTS.cancel}</DialogDismiss>
          <button type="submit" className="danger" disabled={!isNamed || acting.isPending}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
