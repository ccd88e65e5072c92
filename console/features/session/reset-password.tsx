/** Sets a new password with the link of an administrator, and signs in. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { AlonePage } from '../../ui/alone-page.js';
import { PasswordField } from '../../ui/forms/account-fields.js';
import { Problem } from '../../ui/states.js';
import { RESET, SETUP } from './messages.js';
import { useAuth } from './session.js';

export const ResetPasswordPage = (): ReactNode => {
  const [token] = useState(() => window.location.hash.slice(1));
  return (
    <AlonePage>
      <h1>{RESET.title}</h1>
      {token === '' ? <p>{RESET.missing}</p> : <ResetForm token={token} />}
    </AlonePage>
  );
};

const ResetForm = ({ token }: { readonly token: string }): ReactNode => {
  const [, navigate] = useLocation();
  const { signIn } = useAuth();
  const [password, setPassword] = useState('');
  const resetting = useMutation<Data<'resetPassword'>, ApiProblem>({
    mutationFn: () => callApi('resetPassword', { body: { token, password } }),
    onSuccess: (session) => {
      // Replaced, so that no history keeps the token.
      navigate('/', { replace: true });
      signIn(session);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    resetting.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <PasswordField
        isNew
        label={RESET.password}
        help={SETUP.passwordHelp}
        value={password}
        onChange={setPassword}
      />
      {resetting.error !== null && <Problem problem={resetting.error} />}
      <button type="submit" className="main" disabled={resetting.isPending}>
        {RESET.button}
      </button>
    </form>
  );
};
