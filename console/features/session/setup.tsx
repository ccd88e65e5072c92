/** First setup: with the link that the service printed, the first user creates their account and business. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi } from '../../api/client.js';
import { AlonePage } from '../../ui/alone-page.js';
import { NameField, PasswordField } from '../../ui/forms/account-fields.js';
import { COUNTRIES, countryOfBrowser } from '../../ui/forms/countries.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { SETUP } from './messages.js';
import { type Session, useAuth } from './session.js';

export const SetupPage = (): ReactNode => {
  const { signIn } = useAuth();
  const [, navigate] = useLocation();
  const [token] = useState(() => window.location.hash.slice(1));
  const [businessName, setBusinessName] = useState('');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [country, setCountry] = useState(() => countryOfBrowser() ?? '');
  const creating = useMutation<Session, ApiProblem>({
    mutationFn: () =>
      callApi('setUp', {
        body: {
          token,
          businessName,
          name,
          email,
          password,
          allowedCountries: country === '' ? null : [country],
        },
      }),
    onSuccess: (session) => {
      // Replaces the page, so that no history keeps the token.
      navigate('/welcome', { replace: true });
      signIn(session);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    creating.mutate();
  };
  const texts = SETUP;
  return (
    <AlonePage>
      <h1>{texts.title}</h1>
      {token === '' ? (
        <p>{texts.missing}</p>
      ) : (
        <form onSubmit={submit} className="stack">
          <p>{texts.help}</p>
          <Field
            label={texts.business}
            required
            maxLength={120}
            value={businessName}
            onChange={setBusinessName}
            help={texts.credit}
            autoComplete="organization"
          />
          <NameField label={texts.name} value={name} onChange={setName} />
          <Field
            label={texts.email}
            required
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="username"
          />
          <PasswordField
            label={texts.password}
            isNew
            value={password}
            onChange={setPassword}
            help={texts.passwordHelp}
          />
          <Choice
            label={texts.country}
            value={country}
            choices={[
              { value: '', name: texts.allCountries },
              ...COUNTRIES.map(({ code, name: countryName }) => ({ value: code, name: countryName })),
            ]}
            onChange={setCountry}
          />
          <p className="help">{texts.countryHelp}</p>
          {creating.error !== null && <Problem problem={creating.error} />}
          <button type="submit" className="main" disabled={creating.isPending}>
            {texts.button}
          </button>
        </form>
      )}
      <p className="help">
        <Link href="/sign-in">{texts.goToSignIn}</Link>
      </p>
    </AlonePage>
  );
};
