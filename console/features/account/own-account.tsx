/** The user's own account: its sessions, and a new password. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Time } from '../../ui/format.js';
import { PasswordField } from '../../ui/forms/account-fields.js';
import { Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { useAuth } from '../session/session.js';
import { ACCESS } from './messages.js';

const texts = ACCESS.account;

export const OwnAccount = (): ReactNode => (
  <section className="block" aria-labelledby="own-account">
    <h2 id="own-account">{texts.title}</h2>
    <OwnSessions />
    <PasswordForm />
  </section>
);

const OwnSessions = (): ReactNode => {
  const { data, error, refetch } = useRead('listOwnSessions', {});
  const ending = useMutation<unknown, ApiProblem>({
    mutationFn: () => callApi('endOtherSessions'),
  });
  const problem = error ?? ending.error;
  return (
    <>
      <h3>{texts.sessions}</h3>
      {problem !== null && <Problem problem={problem} onRetry={() => void refetch()} />}
      <ul className="lines">
        {data?.sessions.map(({ openedAt, expiresAt, current, client, userAgent }) => (
          <li key={`${openedAt} ${current}`}>
            <span>
              {texts.opened} <Time at={openedAt} />
            </span>
            {userAgent !== null && <span>{userAgent}</span>}
            {client !== null && <span className="quiet">{client}</span>}
            <span className="quiet">
              {texts.ends} <Time at={expiresAt} />
            </span>
            {current && <strong>{texts.current}</strong>}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="plain"
        disabled={(data?.sessions.length ?? 0) < 2 || ending.isPending}
        onClick={() => ending.mutate()}
      >
        {texts.endOthers}
      </button>
    </>
  );
};

const PasswordForm = (): ReactNode => {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { retry } = useAuth();
  const changing = useMutation<unknown, ApiProblem>({
    mutationFn: () => callApi('changePassword', { body: { current, next } }),
    onSuccess: retry,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    changing.mutate();
  };
  return (
    <form className="stack narrow" onSubmit={submit}>
      <h3>{texts.password}</h3>
      <Field
        label={texts.present}
        required
        type="password"
        maxLength={200}
        value={current}
        onChange={setCurrent}
        autoComplete="current-password"
      />
      <PasswordField label={texts.next} isNew value={next} onChange={setNext} help={texts.nextHelp} />
      {changing.error !== null && <Problem problem={changing.error} />}
      <button type="submit" className="plain" disabled={changing.isPending}>
        {texts.change}
      </button>
    </form>
  );
};
