/** API keys: created with the scopes of a preset, shown once, revoked by name. */
import { type ReactNode, useState } from 'react';
import { createKeyBody } from '../../api/bodies/account.js';
import { callApi, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Secret } from '../../ui/dialogs/secret.js';
import { Time } from '../../ui/format.js';
import { ChoiceField, Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { COMMON } from '../../ui/messages.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { ACCESS } from './messages.js';
import { PRESETS, type Preset } from './scopes.js';

type Key = Data<'listKeys'>['keys'][number];

const texts = ACCESS.keys;

export const KeysPage = (): ReactNode => {
  const businessId = useBusinessId();
  const canCreate = useCan('createKey');
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listKeys', {
    query: { businessId, limit: 50 },
  });
  const [revoking, setRevoking] = useState<Key | null>(null);
  const keys = data?.pages.flatMap((page) => page.keys) ?? [];
  return (
    <div className="page settings-page">
      <h1>{texts.title}</h1>
      <p>{texts.help}</p>
      {canCreate ? <NewKey /> : <p className="note">{ACCESS.roleRequired(ACCESS.roles.owner)}</p>}
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && keys.length === 0 && (
        <Empty title={texts.none}>
          <p>{texts.noneHelp}</p>
        </Empty>
      )}
      <ul className="people">
        {keys.map((key) => (
          <li key={key.id} className={key.revokedAt === null ? undefined : 'is-off'}>
            <div className="who">
              <strong>{key.name}</strong>
              {key.revokedAt !== null && (
                <>
                  {' '}
                  <StatusPill tone="bad">{texts.revoked}</StatusPill>
                </>
              )}
              <small>
                <code>{key.id}</code>
              </small>
              <small>
                {texts.columns.created} <Time at={key.createdAt} /> · {texts.columns.used}{' '}
                {key.lastUsedAt === null ? texts.never : <Time at={key.lastUsedAt} />}
              </small>
            </div>
            <details>
              <summary>{texts.scopes(key.scopes.length)}</summary>
              <div className="chips">
                {key.scopes.map((scope) => (
                  <span key={scope} className="chip">
                    {scope}
                  </span>
                ))}
              </div>
            </details>
            {key.revokedAt === null && canCreate && (
              <div className="actions">
                <button type="button" className="plain quiet-danger" onClick={() => setRevoking(key)}>
                  {texts.revoke}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="plain" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
      {revoking !== null && (
        <Confirm
          title={texts.revokeTitle(revoking.name)}
          help={texts.revokeHelp}
          name={revoking.name}
          label={texts.revokeLabel(revoking.name)}
          button={texts.revoke}
          onConfirm={async () => {
            await callApi('revokeKey', { path: { keyId: revoking.id }, query: { businessId } });
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </div>
  );
};

const CHOICES: readonly { readonly value: Preset; readonly name: string }[] = [
  { value: 'read', name: texts.presets.read },
  { value: 'work', name: texts.presets.work },
  { value: 'all', name: texts.presets.all },
];

const FIRST: { readonly name: string; readonly preset: Preset } = { name: '', preset: 'read' };

const NewKey = (): ReactNode => {
  const businessId = useBusinessId();
  const { form, sending: creating } = useBodyForm({
    body: createKeyBody,
    values: FIRST,
    toBody: ({ name, preset }) => ({ businessId, name, scopes: PRESETS[preset] }),
    onSuccess: (_, { resetField }) => resetField('name'),
  });
  const { data } = creating;
  return (
    <section className="block" aria-labelledby="new-key">
      <h2 id="new-key">{texts.create}</h2>
      <Form form={form} className="inline-form">
        <TextField form={form} name="name" label={texts.name} autoComplete="off" />
        <ChoiceField form={form} name="preset" path="/scopes" label={texts.permissions} choices={CHOICES} />
        <Submit form={form}>{texts.create}</Submit>
      </Form>
      <p className="help">{texts.nameHelp}</p>
      <FormProblem form={form} />
      {data !== undefined && (
        <Secret
          title={texts.shownTitle(data.key.name)}
          help={data.apiKey === null ? texts.alreadyShown : texts.shownHelp}
          secret={data.apiKey ?? ''}
          onClose={creating.reset}
        >
          {data.apiKey !== null && (
            <>
              <p className="help">{texts.curl}</p>
              <pre className="command">
                <code>
                  {`curl -H "Authorization: Bearer ${data.apiKey}" '${window.location.origin}/api/v1/agents?businessId=${businessId}'`}
                </code>
              </pre>
            </>
          )}
        </Secret>
      )}
    </section>
  );
};
