/** Compares the words on the page with a published version. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import { usePages } from '../../../api/pages.js';
import { exactTime } from '../../../ui/format.js';
import { Choice } from '../../../ui/forms/field.js';
import { COMMON } from '../../../ui/messages.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { type Agent, type AgentDraft, agentDraftOf } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { Changes } from './changes.js';
import { VERSIONS } from './messages.js';
import styles from './publishing.module.css';

interface CompareProps {
  readonly agent: Agent;
  readonly words: AgentDraft;
  readonly onClose: () => void;
}

export const CompareDialog = ({ agent, words, onClose }: CompareProps): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = usePages('listAgentVersions', {
    path: { agentId: agent.id },
    query: { businessId, limit: 50 },
  });
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  const [chosen, setChosen] = useState('');
  const version = versions.find((candidate) => String(candidate.version) === chosen);
  const before = agentDraftOf(version ?? agent);
  return (
    <Dialog
      open
      onClose={onClose}
      className={`dialog floats ${styles.dialog}`}
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading>{VERSIONS.compareTitle}</DialogHeading>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={2} />}
      <Choice
        label={VERSIONS.compareWith}
        value={chosen}
        choices={[
          { value: '', name: VERSIONS.liveVersion(agent.version) },
          ...versions
            .filter((candidate) => candidate.version !== agent.version)
            .map((candidate) => ({
              value: String(candidate.version),
              name: `${AGENTS.version(candidate.version)}, ${exactTime(candidate.createdAt)}`,
            })),
        ]}
        onChange={setChosen}
      />
      <Changes before={before} after={words} />
      <div className="actions">
        <DialogDismiss className="plain">{COMMON.close}</DialogDismiss>
      </div>
    </Dialog>
  );
};
