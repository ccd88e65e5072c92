/** API keys: created with the scopes of a preset, shown once, revoked by name. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, ask, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Confirm } from '../../parts/confirm.js';
import { Choice, Field } from '../../parts/field.js';
import { Secret } from '../../parts/secret.js';
import { Empty, Loading, Problem } from '../../parts/states.js';
import { Time } from '../../parts/words.js';
import { useMay } from '../../role.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { PRESETS, type Preset } from './scopes.js';

type Key = Data<'listKeys'>['keys'][number];

const texts = TEXTS.access.keys;

export const KeysPage = (): ReactNode => {
  const businessId = useBusinessId();
  const mayMake = useMay('createKey');
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listKeys', {
    query: { businessId, limit: 50 },
  });
  const [revoking, setRevoking] = useState<Key | null>(null);
  const keys = data?.pages.flatMap((page) => page.keys) ?? [];
  return (
    <div className="page settings-page">
      <h1>{texts.title}</h1>
      <p>{texts.help}</p>
      {mayMake ? (
        <NewKey made={() => void refetch()} />
      ) : (
        <p className="note">{TEXTS.access.notYours(TEXTS.access.roles.owner)}</p>
      )}
      {error !== null && <Problem problem={error} retry={() => void refetch()} />}
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
              {key.revokedAt !== null && <span className="status bad"> {texts.revoked}</span>}
              <small>
                <code>{key.id}</code>
              </small>
              <small>
                {texts.columns.made} <Time at={key.createdAt} /> · {texts.columns.used}{' '}
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
            {key.revokedAt === null && mayMake && (
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
          {TEXTS.more}
        </button>
      )}
      {revoking !== null && (
        <Confirm
          title={texts.revokeTitle(revoking.name)}
          help={texts.revokeHelp}
          name={revoking.name}
          label={texts.revokeLabel(revoking.name)}
          button={texts.revoke}
          act={async () => {
            await ask('revokeKey', { path: { keyId: revoking.id }, query: { businessId } });
            await refetch();
          }}
          close={() => setRevoking(null)}
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

const NewKey = ({ made }: { readonly made: () => void }): ReactNode => {
  const businessId = useBusinessId();
  const [name, setName] = useState('');
  const [preset, setPreset] = useState<Preset>('read');
  const making = useMutation<Data<'createKey'>, ApiProblem>({
    mutationFn: () => ask('createKey', { body: { businessId, name, scopes: PRESETS[preset] } }),
    onSuccess: () => {
      setName('');
      made();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    making.mutate();
  };
  const { data } = making;
  return (
    <section className="block" aria-labelledby="new-key">
      <h2 id="new-key">{texts.create}</h2>
      <form className="inline-form" onSubmit={submit}>
        <Field label={texts.name} required maxLength={120} value={name} change={setName} autoComplete="off" />
        <Choice label={texts.may} value={preset} choices={CHOICES} change={setPreset} />
        <button type="submit" className="main" disabled={making.isPending}>
          {texts.create}
        </button>
      </form>
      <p className="help">{texts.nameHelp}</p>
      {making.error !== null && <Problem problem={making.error} />}
      {data !== undefined && (
        <Secret
          title={texts.shownTitle(data.key.name)}
          help={data.apiKey === null ? texts.gone : texts.shownHelp}
          secret={data.apiKey ?? ''}
          close={making.reset}
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
