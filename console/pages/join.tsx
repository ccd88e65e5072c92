/**
 * Joins a team with the link of an invitation: as a new user, as the existing user of the address, or with the current
 * session.
 */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, ask, type Data } from '../api/client.js';
import { NameField, PasswordField } from '../parts/account-fields.js';
import { Problem } from '../parts/states.js';
import { type Session, useSessionDoor } from '../session.js';
import { TEXTS } from '../texts.js';

/** Ways to join without a session. */
type Way = 'create' | 'existing';
const WAYS: readonly Way[] = ['create', 'existing'];

export const JoinPage = (): ReactNode => {
  const [token] = useState(() => window.location.hash.slice(1));
  const [isOther, setIsOther] = useState(false);
  const { state } = useSessionDoor();
  const texts = TEXTS.access.join;
  return (
    <main className="alone">
      <h1>{texts.title}</h1>
      {token === '' && <p>{texts.missing}</p>}
      {token !== '' && state.type === 'signed_in' && !isOther && (
        <WithSession token={token} session={state.session} another={() => setIsOther(true)} />
      )}
      {token !== '' && (state.type !== 'signed_in' || isOther) && state.type !== 'unknown' && (
        <WithPassword token={token} />
      )}
    </main>
  );
};

/** Signs in, and replaces the page, so that no history keeps the token. */
const useJoined = (): ((session: Session) => void) => {
  const [, navigate] = useLocation();
  const { enter } = useSessionDoor();
  return (session) => {
    navigate('/calls', { replace: true });
    enter(session);
  };
};

const WithSession = ({
  token,
  session: { user },
  another,
}: {
  readonly token: string;
  readonly session: Session;
  readonly another: () => void;
}): ReactNode => {
  const onSuccess = useJoined();
  const joining = useMutation<Data<'joinTeam'>, ApiProblem>({
    mutationFn: () => ask('joinTeam', { body: { token } }),
    onSuccess,
  });
  const texts = TEXTS.access.join;
  return (
    <div className="stack">
      <p>{texts.asHelp(user.email)}</p>
      {joining.error !== null && <Problem problem={joining.error} />}
      <button type="button" className="main" disabled={joining.isPending} onClick={() => joining.mutate()}>
        {texts.as(user.name)}
      </button>
      <button type="button" onClick={another}>
        {texts.other}
      </button>
    </div>
  );
};

const WithPassword = ({ token }: { readonly token: string }): ReactNode => {
  const [way, setWay] = useState<Way>('create');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const onSuccess = useJoined();
  const joining = useMutation<Data<'acceptInvitation'>, ApiProblem>({
    mutationFn: () =>
      ask('acceptInvitation', { body: way === 'create' ? { token, name, password } : { token, password } }),
    onSuccess,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    joining.mutate();
  };
  const texts = TEXTS.access.join;
  const isNew = way === 'create';
  return (
    <form onSubmit={submit} className="stack">
      <p>{texts.help}</p>
      <fieldset className="stack">
        <legend>{texts.who}</legend>
        {WAYS.map((each) => (
          <label key={each} className="tick">
            <input type="radio" name="way" checked={way === each} onChange={() => setWay(each)} />
            {texts[each]}
          </label>
        ))}
      </fieldset>
      <p className="help">{isNew ? texts.createHelp : texts.existingHelp}</p>
      {isNew && <NameField label={texts.name} value={name} change={setName} />}
      <PasswordField
        label={texts.password}
        isNew={isNew}
        value={password}
        change={setPassword}
        {...(isNew ? { help: texts.passwordHelp } : {})}
      />
      {joining.error !== null && <Problem problem={joining.error} />}
      <button type="submit" className="main" disabled={joining.isPending}>
        {texts.button}
      </button>
    </form>
  );
};
