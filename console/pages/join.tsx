/** Who was invited makes their account, with the link that they were sent. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, ask, type Data } from '../api/client.js';
import { Field } from '../parts/field.js';
import { Problem } from '../parts/states.js';
import { useSessionDoor } from '../session.js';
import { TEXTS } from '../texts.js';

export const JoinPage = (): ReactNode => {
  const [token] = useState(() => window.location.hash.slice(1));
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [, navigate] = useLocation();
  const { enter } = useSessionDoor();
  const joining = useMutation<Data<'acceptInvitation'>, ApiProblem>({
    mutationFn: () => ask('acceptInvitation', { body: { token, name, password } }),
    onSuccess: (session) => {
      // Replaced, so that no history keeps the token.
      navigate('/calls', { replace: true });
      enter(session);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    joining.mutate();
  };
  const texts = TEXTS.access.join;
  return (
    <main className="alone">
      <h1>{texts.title}</h1>
      {token === '' ? (
        <p>{texts.missing}</p>
      ) : (
        <form onSubmit={submit} className="stack">
          <p>{texts.help}</p>
          <Field
            label={texts.name}
            required
            maxLength={120}
            value={name}
            change={setName}
            autoComplete="name"
          />
          <Field
            label={texts.password}
            required
            type="password"
            minLength={12}
            maxLength={200}
            value={password}
            change={setPassword}
            help={texts.passwordHelp}
            autoComplete="new-password"
          />
          {joining.error !== null && <Problem problem={joining.error} />}
          <button type="submit" className="main" disabled={joining.isPending}>
            {texts.button}
          </button>
        </form>
      )}
    </main>
  );
};
