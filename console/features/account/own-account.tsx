/** The user's own account: its sessions, and a new password. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { changePasswordBody } from '../../api/bodies/account.js';
import { type ApiProblem, callApi } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Time } from '../../ui/format.js';
import { PasswordField } from '../../ui/forms/account-fields.js';
import { Form, FormProblem, Submit } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
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
  const { retry } = useAuth();
  const { form } = useBodyForm({
    body: changePasswordBody,
    values: { current: '', next: '' },
    toBody: (values) => values,
    onSuccess: () => retry(),
  });
  return (
    <Form form={form} className="stack narrow">
      <h3>{texts.password}</h3>
      <PasswordField form={form} name="current" label={texts.present} isNew={false} />
      <PasswordField form={form} name="next" label={texts.next} isNew help={texts.nextHelp} />
      <FormProblem form={form} />
      <Submit form={form} isMain={false}>
        {texts.change}
      </Submit>
    </Form>
  );
};
