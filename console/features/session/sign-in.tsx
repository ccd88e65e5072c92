/** Signs in: as a separate page, and in place when a session has ended. */
import { Dialog, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { AlonePage } from '../../ui/alone-page.js';
import { Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { SIGN_IN } from './messages.js';
import { type Session, useAuth } from './session.js';

export const SignInPage = (): ReactNode => (
  <AlonePage>
    <h1>{SIGN_IN.title}</h1>
    <SignInForm email="" />
    <p className="help">{SIGN_IN.forgotten}</p>
  </AlonePage>
);

/** For the first visitor of a service: there is nothing to sign in to yet. */
export const FirstVisitPage = (): ReactNode => (
  <AlonePage>
    <h1>{SIGN_IN.first}</h1>
    <p>{SIGN_IN.firstHelp}</p>
    <p className="help">{SIGN_IN.firstLost}</p>
  </AlonePage>
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
    <DialogHeading>{SIGN_IN.expired}</DialogHeading>
    <p>{SIGN_IN.expiredHelp}</p>
    <SignInForm email={email} />
  </Dialog>
);

const SignInForm = ({ email: initialEmail }: { readonly email: string }): ReactNode => {
  const { signIn } = useAuth();
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const signingIn = useMutation<Session, ApiProblem>({
    mutationFn: () => callApi('signIn', { body: { email, password } }),
    onSuccess: signIn,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signingIn.mutate();
  };
  return (
    <form onSubmit={submit} className="stack">
      <Field
        label={SIGN_IN.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={setEmail}
      />
      <Field
        label={SIGN_IN.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      {signingIn.error !== null && <Problem problem={signingIn.error} />}
      <button type="submit" className="main" disabled={signingIn.isPending}>
        {SIGN_IN.button}
      </button>
    </form>
  );
};
