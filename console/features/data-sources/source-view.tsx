/** One source: its content, the agents that use it, and its versions. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Time } from '../../ui/format.js';
import { Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { DATA_SOURCES } from './messages.js';
import type { Agent, Source } from './source.js';
import { SourceForm } from './source-form.js';
import { NewVersion, Versions } from './versions.js';

/** Agents that have access to the source. */
const useUsers = (sourceId: string): readonly Agent[] => {
  const businessId = useBusinessId();
  const { data } = usePages('listAgents', { query: { businessId, limit: 200 } });
  return (data?.pages.flatMap((page) => page.agents) ?? []).filter(
    (agent) =>
      agent.status !== 'archived' &&
      (agent.dataSourceIds.includes(sourceId) ||
        agent.dataSourceVariables.some((variable) => variable.sourceId === sourceId)),
  );
};

export const SourceView = ({ source }: { readonly source: Source }): ReactNode => {
  const [editing, setEditing] = useState(false);
  const users = useUsers(source.id);
  const texts = DATA_SOURCES;
  if (editing) return <SourceForm source={source} onClose={() => setEditing(false)} />;
  return (
    <article className="source" aria-label={source.name}>
      <h2>{source.name}</h2>
      {source.description !== null && <p>{source.description}</p>}
      {source.builtIn ? (
        <p className="help">
          {texts.contactsHelp} <Link href="/contacts">{texts.toContacts}</Link>
        </p>
      ) : (
        <IfAllowed operation="updateDataSource">
          <Actions source={source} users={users} onEdit={() => setEditing(true)} />
        </IfAllowed>
      )}
      <Facts source={source} />
      {source.class === 'structured' && <Fields source={source} />}
      <section aria-label={texts.usedBy}>
        <h3>{texts.usedBy}</h3>
        {users.length === 0 && <p className="quiet">{texts.unused}</p>}
        <ul className="chips">
          {users.map((agent) => (
            <li key={agent.id}>
              <Link className="chip" href={`/agents/${agent.id}`}>
                {agent.name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {!source.builtIn && (
        <>
          {source.status === 'active' && (
            <IfAllowed operation="uploadDataSource">
              <NewVersion source={source} />
            </IfAllowed>
          )}
          <Versions source={source} users={users} />
        </>
      )}
    </article>
  );
};

const Facts = ({ source }: { readonly source: Source }): ReactNode => {
  const texts = DATA_SOURCES;
  const isTable = source.class === 'structured';
  return (
    <dl className="facts">
      <div>
        <dt>{texts.facts.class}</dt>
        <dd>{texts.classes[source.class]}</dd>
      </div>
      <div>
        <dt>{texts.facts.items}</dt>
        <dd className="figure">{texts.items(source.itemCount, isTable)}</dd>
      </div>
      {isTable && source.activeVersionId !== null && (
        <div>
          <dt>{texts.facts.key}</dt>
          <dd>{source.keyField ?? texts.noKey}</dd>
        </div>
      )}
      {source.database !== null && (
        <div>
          <dt>{texts.facts.database}</dt>
          <dd>
            <code>
              {source.database.connection}: {source.database.table}
            </code>
          </dd>
        </div>
      )}
      {source.updatedAt !== null && (
        <div>
          <dt>{texts.facts.updated}</dt>
          <dd>
            <Time at={source.updatedAt} />
          </dd>
        </div>
      )}
    </dl>
  );
};

const Fields = ({ source }: { readonly source: Source }): ReactNode => {
  const texts = DATA_SOURCES;
  if (source.fields.length === 0) return <p className="quiet">{texts.noFields}</p>;
  return (
    <section aria-label={texts.fields}>
      <h3>{texts.fields}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
      <section className="scrolls" tabIndex={0} aria-label={texts.fields}>
        <table className="rows still">
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.label}</th>
              <th scope="col">{texts.type}</th>
            </tr>
          </thead>
          <tbody>
            {source.fields.map(({ key, label, type }) => (
              <tr key={key}>
                <td>
                  <code>{key}</code>
                </td>
                <td>{label}</td>
                <td>{texts.types[type]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
};

interface ActionsProps {
  readonly source: Source;
  readonly users: readonly Agent[];
  readonly onEdit: () => void;
}

const Actions = ({ source, users, onEdit }: ActionsProps): ReactNode => {
  const businessId = useBusinessId();
  const [isConfirming, setConfirming] = useState(false);
  const texts = DATA_SOURCES;
  const archive = async (): Promise<void> => {
    await callApi('archiveDataSource', { body: { businessId, sourceId: source.id } });
  };
  const restoring = useMutation<void, ApiProblem>({
    mutationFn: async () => {
      await callApi('updateDataSource', { body: { businessId, sourceId: source.id, status: 'active' } });
    },
  });
  return (
    <>
      <div className="actions of-thing">
        <button type="button" className="plain" onClick={onEdit}>
          {texts.edit}
        </button>
        {source.status === 'archived' ? (
          <button
            type="button"
            className="plain"
            disabled={restoring.isPending}
            onClick={() => restoring.mutate()}
          >
            {texts.restore}
          </button>
        ) : (
          <button type="button" className="danger quiet-danger" onClick={() => setConfirming(true)}>
            {texts.archive}
          </button>
        )}
      </div>
      {restoring.error !== null && <Problem problem={restoring.error} />}
      {isConfirming && (
        <Confirm
          title={texts.archiveTitle(source.name)}
          help={texts.archiveHelp(users.length)}
          name={source.name}
          label={texts.confirmName(source.name)}
          button={texts.archive}
          onConfirm={archive}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
};
