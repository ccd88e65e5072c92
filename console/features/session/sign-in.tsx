/** Signs in: as a separate page, and in place when a session has ended. */
import { Dialog, DialogHeading } from '@ariakit/react';
import type { ReactNode } from 'react';
import { signInBody } from '../../api/bodies/session.js';
import { AlonePage } from '../../ui/alone-page.js';
import { Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { SIGN_IN } from './messages.js';
import { useAuth } from './session.js';

export const SignInPage = (): ReactNode => (
  <AlonePage>
    <h1>{SIGN_IN.title}</h1>
    <SignInForm email="" />
    <p className="help">{SIGN_IN.forgotten}</p>
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

const SignInForm = ({ email }: { readonly email: string }): ReactNode => {
  const { signIn } = useAuth();
  const { form } = useBodyForm({
    body: signInBody,
    values: { email, password: '' },
    toBody: (values) => values,
    onSuccess: (session) => signIn(session),
  });
  return (
    <Form form={form} className="stack">
      <TextField form={form} name="email" label={SIGN_IN.email} type="email" autoComplete="username" />
      <TextField
        form={form}
        name="password"
        label={SIGN_IN.password}
        type="password"
        autoComplete="current-password"
      />
      <FormProblem form={form} />
      <Submit form={form}>{SIGN_IN.button}</Submit>
    </Form>
  );
};
