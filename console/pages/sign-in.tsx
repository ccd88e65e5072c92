/** Signs in: as a separate page, and in place when a session has ended. */
import { Dialog, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, ask } from '../api/client.js';
import { Field } from '../parts/field.js';
import { Problem } from '../parts/states.js';
import { type Session, useSessionDoor } from '../session.js';
import { TEXTS } from '../texts.js';

export const SignInPage = (): ReactNode => (
  <main className="alone">
    <h1>{TEXTS.signIn.title}</h1>
    <SignInForm email="" />
    <p className="help">{TEXTS.signIn.forgotten}</p>
  </main>
);

/** The page below stays as it is, with its input. */
export const ExpiredDialog = ({ email }: { readonly email: string }): ReactNode => (
  <Dialog
    open
    className="dialog floats"
    backdrop={<div className="backdrop" />}
    hideOnEscape={false}
    hideOnInteractOutside={false}
  >
    <DialogHeading>{TEXTS.signIn.expired}</DialogHeading>
    <p>{TEXTS.signIn.expiredHelp}</p>
    <SignInForm email={email} />
  </Dialog>
);

const SignInForm = ({ email: known }: { readonly email: string }): ReactNode => {
  const { enter } = useSessionDoor();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const signing = useMutation<Session, ApiProblem>({
    mutationFn: () => ask('signIn', { body: { email, password } }),
    onSuccess: enter,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signing.mutate();
  };
  return (
    <form onSubmit={submit} className="stack">
      <Field
        label={TEXTS.signIn.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        change={setEmail}
      />
      <Field
        label={TEXTS.signIn.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        change={setPassword}
      />
      {signing.error !== null && <Problem problem={signing.error} />}
      <button type="submit" className="main" disabled={signing.isPending}>
        {TEXTS.signIn.button}
      </button>
    </form>
  );
};
