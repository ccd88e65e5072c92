/** Adds tools of an MCP server: lists what it offers, then adds what is chosen. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { Choice, Field } from '../../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../../ui/forms/field-errors.js';
import { Ticks, toggled } from '../../../ui/forms/ticks.js';
import { COMMON } from '../../../ui/messages.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { TOOLS } from './messages.js';
import { OAUTH_PATHS, OAuthFields } from './oauth-fields.js';
import { NO_OAUTH, type OAuthDraft, oauthOf } from './tool-draft.js';
import styles from './tools.module.css';

const PATHS = ['/url', '/token', '/prefix', ...OAUTH_PATHS] as const;
/** The service gives the server ten seconds, and its authorization server as well, ms. */
const LIST_MS = 30_000;
const CREDENTIALS = ['none', 'token', 'oauth'] as const;
/** As many as the service adds at a time. */
const MOST_TOOLS = 32;

/** How the server is called. */
interface Credentials {
  readonly type: (typeof CREDENTIALS)[number];
  readonly token: string;
  readonly oauth: OAuthDraft;
}

interface ImportFormProps {
  readonly agentId: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

export const ImportForm = ({ agentId, onSaved, onClose }: ImportFormProps): ReactNode => {
  const businessId = useBusinessId();
  const [url, setUrl] = useState('');
  const [credentials, setCredentials] = useState<Credentials>({ type: 'none', token: '', oauth: NO_OAUTH });
  const [prefix, setPrefix] = useState('');
  const [forAll, setForAll] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const texts = TOOLS.import;
  const importing = useMutation<Data<'importTools'>, ApiProblem, readonly string[]>({
    mutationFn: (tools) =>
      callApi('importTools', {
        deadlineMs: LIST_MS,
        body: {
          businessId,
          url: url.trim(),
          ...(credentials.type === 'token' ? { token: credentials.token } : {}),
          ...(credentials.type === 'oauth' ? { oauth: oauthOf(credentials.oauth) } : {}),
          ...(tools.length === 0 ? {} : { tools }),
          ...(prefix.trim() === '' ? {} : { prefix: prefix.trim() }),
          ...(forAll ? {} : { agentIds: [agentId] }),
        },
      }),
    onSuccess: ({ tools }) => {
      if (tools.length > 0) onSaved();
    },
  });
  const [offered, setOffered] = useState<Data<'importTools'>['offered'] | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    importing.mutate(chosen, { onSuccess: (result) => setOffered(result.offered) });
  };
  const { error } = importing;
  return (
    <Dialog
      open
      onClose={onClose}
      hideOnInteractOutside={false}
      className={`dialog floats ${styles.dialog}`}
      backdrop={<div className="backdrop" />}
    >
      <form className="stack" onSubmit={submit}>
        <DialogHeading>{texts.title}</DialogHeading>
        <Field
          label={texts.url}
          required
          maxLength={2_048}
          placeholder="https://"
          value={url}
          onChange={setUrl}
          error={errorAt(error, '/url')}
        />
        <CredentialFields
          credentials={credentials}
          problem={error}
          onChange={(changed) => setCredentials({ ...credentials, ...changed })}
        />
        {offered !== null && (
          <>
            <Ticks
              legend={texts.offered}
              none={texts.nothing}
              most={MOST_TOOLS}
              choices={offered.map(({ name, description }) => ({
                id: name,
                name: `${name}: ${description}`,
              }))}
              chosen={chosen}
              onToggle={(name) => setChosen(toggled(chosen, name))}
            />
            <Field
              label={texts.prefix}
              help={texts.prefixHelp}
              maxLength={64}
              value={prefix}
              onChange={setPrefix}
              error={errorAt(error, '/prefix')}
            />
            <label className="tick">
              <input type="checkbox" checked={forAll} onChange={({ target }) => setForAll(target.checked)} />{' '}
              {TOOLS.agents.all}
            </label>
          </>
        )}
        {error !== null && (
          <Problem
            problem={{
              code: error.code,
              message: error.message,
              requestId: error.requestId,
              details: otherDetails(error, PATHS),
            }}
          />
        )}
        <div className="actions">
          <DialogDismiss className="plain">{COMMON.cancel}</DialogDismiss>
          <button type="submit" className="main" disabled={importing.isPending}>
            {chosen.length === 0 ? texts.list : texts.add}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

interface CredentialFieldsProps {
  readonly credentials: Credentials;
  readonly problem: ApiProblem | null;
  readonly onChange: (changed: Partial<Credentials>) => void;
}

const CredentialFields = ({ credentials, problem, onChange }: CredentialFieldsProps): ReactNode => {
  const { type, token, oauth } = credentials;
  const texts = TOOLS.import;
  return (
    <>
      <Choice
        label={texts.credentials}
        value={type}
        choices={CREDENTIALS.map((value) => ({ value, name: texts.credentialChoices[value] }))}
        onChange={(chosen) => onChange({ type: chosen })}
      />
      {type === 'token' && (
        <Field
          label={texts.token}
          help={TOOLS.oauth.secretHelp}
          type="password"
          required
          maxLength={4_096}
          autoComplete="new-password"
          value={token}
          onChange={(value) => onChange({ token: value })}
          error={errorAt(problem, '/token')}
        />
      )}
      {type === 'oauth' && (
        <OAuthFields
          oauth={oauth}
          isSet={false}
          problem={problem}
          onChange={(value) => onChange({ oauth: value })}
        />
      )}
    </>
  );
};
