/** Earlier versions of an agent, the changes between them, and a way to restore one. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { usePages } from '../../../api/pages.js';
import { Time } from '../../../ui/format.js';
import { COMMON } from '../../../ui/messages.js';
import { Empty, Loading, Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { type Agent, agentDraftOf, basedOn } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { Changes } from './changes.js';
import { VERSIONS } from './messages.js';
import styles from './publishing.module.css';

type Version = Data<'listAgentVersions'>['versions'][number];

interface VersionsProps {
  readonly agent: Agent;
  /** Receives the agent as the service has it now. */
  readonly onRestored: (agent: Agent) => void;
}

export const Versions = ({ agent, onRestored }: VersionsProps): ReactNode => {
  const texts = AGENTS;
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listAgentVersions', {
    path: { agentId: agent.id },
    query: { businessId, limit: 50 },
  });
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.max(
    0,
    versions.findIndex(({ version }) => version === chosen),
  );
  const shown = versions[index];
  return (
    <section className="stack" aria-label={texts.versions}>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && shown === undefined && (
        <Empty title={texts.noVersions}>
          <p>{texts.noVersionsHelp}</p>
        </Empty>
      )}
      {shown !== undefined && (
        <div className={styles.versions}>
          <div className={styles.list}>
            <ul className="cards">
              {versions.map((entry) => (
                <li key={entry.version} className={entry === shown ? 'card is-chosen' : 'card'}>
                  <button
                    type="button"
                    aria-pressed={entry === shown}
                    onClick={() => setChosen(entry.version)}
                  >
                    <strong>{texts.version(entry.version)}</strong>
                    <span className="quiet">
                      {entry.by === null ? texts.unknownAuthor : (entry.by.name ?? texts.formerMember)} ·{' '}
                      <Time at={entry.createdAt} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {hasNextPage && (
              <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
                {COMMON.more}
              </button>
            )}
          </div>
          <Change
            key={shown.version}
            agent={agent}
            version={shown}
            before={versions[index + 1] ?? null}
            isNewest={index === 0}
            onRestored={onRestored}
          />
        </div>
      )}
    </section>
  );
};

interface ChangeProps {
  readonly agent: Agent;
  readonly version: Version;
  /** Null if this is the first version, or if the previous one is not kept. */
  readonly before: Version | null;
  readonly isNewest: boolean;
  readonly onRestored: (agent: Agent) => void;
}

const Change = ({ agent, version, before, isNewest, onRestored }: ChangeProps): ReactNode => {
  const texts = AGENTS;
  const businessId = useBusinessId();
  const now = agentDraftOf(version);
  const canRestore = useCan('rollBackAgent');
  const restoring = useMutation<Agent, ApiProblem>({
    mutationFn: async () =>
      (
        await callApi('rollBackAgent', {
          path: { agentId: agent.id },
          body: { businessId, version: version.version },
          ...basedOn(agent),
        })
      ).agent,
    onSuccess: onRestored,
  });
  return (
    <section className={styles.version} aria-label={texts.version(version.version)}>
      {version.note !== undefined && <p>{version.note}</p>}
      {version.restored !== undefined && <p className="help">{VERSIONS.rolledBack(version.restored)}</p>}
      <p className="help">{before === null ? texts.firstKept : texts.comparedWith(before.version)}</p>
      <Changes before={before === null ? agentDraftOf(null) : agentDraftOf(before)} after={now} />
      {restoring.error !== null && <RestoreProblem problem={restoring.error} />}
      {canRestore && !isNewest && agent.status === 'active' && (
        <div className="actions">
          <span className="help grows-quiet">{texts.restoreHelp}</span>
          <button
            type="button"
            className="plain"
            disabled={restoring.isPending}
            onClick={() => restoring.mutate()}
          >
            {texts.restore(version.version)}
          </button>
        </div>
      )}
    </section>
  );
};

/** A refusal, in words for people if another editor was faster. */
const RestoreProblem = ({ problem }: { readonly problem: ApiProblem }): ReactNode =>
  problem.code === 'agent_changed' ? (
    <p role="alert">{VERSIONS.conflict.restore}</p>
  ) : (
    <Problem problem={problem} />
  );
