/** First setup: with the link that the service printed, the first user creates their account and business. */
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { setUpBody } from '../../api/bodies/session.js';
import { AlonePage } from '../../ui/alone-page.js';
import { NameField, PasswordField } from '../../ui/forms/account-fields.js';
import { COUNTRIES, countryOfBrowser } from '../../ui/forms/countries.js';
import { ChoiceField, Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { SETUP } from './messages.js';
import { useAuth } from './session.js';

const texts = SETUP;

export const SetupPage = (): ReactNode => {
  const [token] = useState(() => window.location.hash.slice(1));
  return (
    <AlonePage>
      <h1>{texts.title}</h1>
      {token === '' ? <p>{texts.missing}</p> : <SetupForm token={token} />}
      <p className="help">
        <Link href="/sign-in">{texts.goToSignIn}</Link>
      </p>
    </AlonePage>
  );
};

const SetupForm = ({ token }: { readonly token: string }): ReactNode => {
  const { signIn } = useAuth();
  const [, navigate] = useLocation();
  const { form } = useBodyForm({
    body: setUpBody,
    values: { businessName: '', name: '', email: '', password: '', country: countryOfBrowser() ?? '' },
    toBody: ({ country, ...values }) => ({
      ...values,
      token,
      allowedCountries: country === '' ? null : [country],
    }),
    onSuccess: (session) => {
      // Replaces the page, so that no history keeps the token.
      navigate('/welcome', { replace: true });
      signIn(session);
    },
  });
  return (
    <Form form={form} className="stack">
      <p>{texts.help}</p>
      <TextField
        form={form}
        name="businessName"
        label={texts.business}
        help={texts.credit}
        autoComplete="organization"
      />
      <NameField form={form} name="name" label={texts.name} />
      <TextField form={form} name="email" label={texts.email} type="email" autoComplete="username" />
      <PasswordField form={form} name="password" label={texts.password} isNew help={texts.passwordHelp} />
      <ChoiceField
        form={form}
        name="country"
        path="/allowedCountries"
        label={texts.country}
        choices={[
          { value: '', name: texts.allCountries },
          ...COUNTRIES.map(({ code, name }) => ({ value: code, name })),
        ]}
      />
      <p className="help">{texts.countryHelp}</p>
      <FormProblem form={form} />
      <Submit form={form}>{texts.button}</Submit>
    </Form>
  );
};
