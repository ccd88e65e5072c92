/**
 * Joins a team with the link of an invitation: as a new user, as the existing user of the address, or with the current
 * session.
 */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { acceptInvitationBody } from '../../api/bodies/session.js';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { AlonePage } from '../../ui/alone-page.js';
import { NameField, PasswordField } from '../../ui/forms/account-fields.js';
import { Form, FormProblem, Submit } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { Problem } from '../../ui/states.js';
import { ACCESS } from '../account/messages.js';
import { type Session, useAuth } from './session.js';

/** Ways to join without a session. */
type Way = 'create' | 'existing';
const WAYS: readonly Way[] = ['create', 'existing'];

export const JoinPage = (): ReactNode => {
  const [token] = useState(() => window.location.hash.slice(1));
  const [usesOtherAccount, setUsesOtherAccount] = useState(false);
  const { state } = useAuth();
  const texts = ACCESS.join;
  return (
    <AlonePage>
      <h1>{texts.title}</h1>
      {token === '' && <p>{texts.missing}</p>}
      {token !== '' && state.type === 'signed_in' && !usesOtherAccount && (
        <WithSession token={token} session={state.session} onUseOther={() => setUsesOtherAccount(true)} />
      )}
      {token !== '' && (state.type !== 'signed_in' || usesOtherAccount) && state.type !== 'unknown' && (
        <WithPassword token={token} />
      )}
    </AlonePage>
  );
};

/** Signs in, and replaces the page, so that no history keeps the token. */
const useSignInAfterJoin = (): ((session: Session) => void) => {
  const [, navigate] = useLocation();
  const { signIn } = useAuth();
  return (session) => {
    navigate('/calls', { replace: true });
    signIn(session);
  };
};

const WithSession = ({
  token,
  session: { user },
  onUseOther,
}: {
  readonly token: string;
  readonly session: Session;
  readonly onUseOther: () => void;
}): ReactNode => {
  const onSuccess = useSignInAfterJoin();
  const joining = useMutation<Data<'joinTeam'>, ApiProblem>({
    mutationFn: () => callApi('joinTeam', { body: { token } }),
    onSuccess,
  });
  const texts = ACCESS.join;
  return (
    <div className="stack">
      <p>{texts.asHelp(user.email)}</p>
      {joining.error !== null && <Problem problem={joining.error} />}
      <button type="button" className="main" disabled={joining.isPending} onClick={() => joining.mutate()}>
        {texts.as(user.name)}
      </button>
      <button type="button" onClick={onUseOther}>
        {texts.otherAccount}
      </button>
    </div>
  );
};

const WithPassword = ({ token }: { readonly token: string }): ReactNode => {
  const [way, setWay] = useState<Way>('create');
  const isNew = way === 'create';
  const { form } = useBodyForm({
    body: acceptInvitationBody,
    values: { name: '', password: '' },
    toBody: ({ name, password }) => (isNew ? { token, name, password } : { token, password }),
    onSuccess: useSignInAfterJoin(),
  });
  const texts = ACCESS.join;
  return (
    <Form form={form} className="stack">
      <p>{texts.help}</p>
      <fieldset className="stack">
        <legend>{texts.choice}</legend>
        {WAYS.map((option) => (
          <label key={option} className="tick">
            <input type="radio" name="way" checked={way === option} onChange={() => setWay(option)} />
            {texts[option]}
          </label>
        ))}
      </fieldset>
      <p className="help">{isNew ? texts.createHelp : texts.existingHelp}</p>
      {isNew && <NameField form={form} name="name" required label={texts.name} />}
      <PasswordField
        form={form}
        name="password"
        label={texts.password}
        isNew={isNew}
        {...(isNew ? { help: texts.passwordHelp } : {})}
      />
      <FormProblem form={form} />
      <Submit form={form}>{texts.button}</Submit>
    </Form>
  );
};
