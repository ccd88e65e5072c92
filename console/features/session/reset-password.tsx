/** Sets a new password with the link of an administrator, and signs in. */
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { resetPasswordBody } from '../../api/bodies/session.js';
import { AlonePage } from '../../ui/alone-page.js';
import { PasswordField } from '../../ui/forms/account-fields.js';
import { Form, FormProblem, Submit } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
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
  const { form } = useBodyForm({
    body: resetPasswordBody,
    values: { password: '' },
    toBody: ({ password }) => ({ token, password }),
    onSuccess: (session) => {
      // Replaced, so that no history keeps the token.
      navigate('/', { replace: true });
      signIn(session);
    },
  });
  return (
    <Form form={form} className="stack">
      <PasswordField form={form} name="password" isNew label={RESET.password} help={SETUP.passwordHelp} />
      <FormProblem form={form} />
      <Submit form={form}>{RESET.button}</Submit>
    </Form>
  );
};
