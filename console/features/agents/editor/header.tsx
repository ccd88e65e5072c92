/** The head of an agent: its version, the state of its draft, and what can be done with it. */
import { Menu, MenuButton, MenuItem, MenuProvider } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { Confirm } from '../../../ui/dialogs/confirm.js';
import { Time } from '../../../ui/format.js';
import { Icon } from '../../../ui/icon.js';
import { Problem } from '../../../ui/states.js';
import { RoleRequired } from '../../session/if-allowed.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { SIMULATIONS } from '../../simulations/messages.js';
import { type Agent, agentDraftOf, create } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { CompareDialog } from '../publishing/compare.js';
import { VERSIONS } from '../publishing/messages.js';
import { PublishDialog } from '../publishing/publish.js';
import styles from './editor.module.css';
import type { Edited } from './use-edited.js';
import type { Editing } from './use-editing.js';

/** What is open on top of the page. */
export type Opened = 'publish' | 'compare' | 'archive' | null;

interface HeaderProps {
  /** Null if the agent is created here. */
  readonly edited: Edited | null;
  readonly editing: Editing;
  readonly opened: Opened;
  readonly onOpen: (opened: Opened) => void;
  /** Acts once every field is valid. */
  readonly whenValid: (act: () => void) => void;
  readonly onArchived: (agent: Agent) => void;
  /** The button that shows and hides the pane; null: there is no pane. */
  readonly test: ReactNode;
}

export const EditorHeader = (props: HeaderProps): ReactNode => {
  const { edited, editing, opened, onOpen, whenValid, onArchived, test } = props;
  const texts = AGENTS;
  const canEdit = useCan('publishDraft');
  const agent = edited?.agent ?? null;
  return (
    <header className={styles.head}>
      <nav aria-label={texts.way}>
        <Link href="/agents">{texts.title}</Link>
      </nav>
      <div className={styles.title}>
        <h1>{agent?.name ?? texts.create}</h1>
        {edited !== null && <State edited={edited} editing={editing} />}
      </div>
      <div className="actions">
        {test}
        {agent !== null && (
          <button type="button" className="plain" onClick={() => onOpen('compare')}>
            {texts.compare}
          </button>
        )}
        {edited !== null && canEdit && edited.agent.status === 'active' && (
          <Saving edited={edited} editing={editing} whenValid={whenValid} onOpen={onOpen} />
        )}
        {agent === null && (
          <button
            type="button"
            className="main"
            disabled={!editing.isChanged || editing.isPending}
            onClick={() => whenValid(editing.create)}
          >
            {texts.make}
          </button>
        )}
        {edited !== null && <More edited={edited} editing={editing} onOpen={onOpen} />}
      </div>
      <div className={styles.problems}>
        {!canEdit && <RoleRequired operation="publishDraft" />}
        {editing.problem !== null && opened === null && <Problem problem={editing.problem} />}
      </div>
      {agent !== null && opened === 'compare' && (
        <CompareDialog agent={agent} words={editing.words} onClose={() => onOpen(null)} />
      )}
      {edited !== null && opened === 'publish' && (
        <PublishDialog
          live={agentDraftOf(edited.agent)}
          version={edited.agent.version}
          words={editing.words}
          isOutdated={edited.draft?.isOutdated ?? false}
          isPending={editing.isPending}
          problem={editing.problem}
          onPublish={editing.publish}
          onClose={() => onOpen(null)}
        />
      )}
      {agent !== null && opened === 'archive' && (
        <Archive agent={agent} onArchived={onArchived} onClose={() => onOpen(null)} />
      )}
    </header>
  );
};

/** Which version is live, and what is not published. */
const State = ({
  edited: { agent, draft },
  editing,
}: Pick<EditingProps, 'edited' | 'editing'>): ReactNode => {
  const texts = AGENTS;
  const { isChanged, done } = editing;
  return (
    <>
      <span className={styles.live}>
        {agent.status === 'archived' ? texts.archived : VERSIONS.liveVersion(agent.version)}
      </span>
      <span className="quiet small">
        {isChanged && texts.unsavedChanges}
        {!isChanged && draft !== null && (
          <>
            {texts.draftSavedAt} <Time at={draft.updatedAt} />
          </>
        )}
        {!isChanged && draft === null && (
          <>
            {texts.publishedAt} <Time at={agent.updatedAt} />
          </>
        )}
      </span>
      <span className="small" role="status">
        {done !== null && texts.done[done]}
      </span>
    </>
  );
};

interface EditingProps {
  readonly edited: Edited;
  readonly editing: Editing;
  readonly whenValid: HeaderProps['whenValid'];
  readonly onOpen: (opened: Opened) => void;
}

const Saving = ({ edited, editing, whenValid, onOpen }: EditingProps): ReactNode => {
  const { isChanged, isPending } = editing;
  return (
    <>
      {isChanged && (
        <button type="button" className="plain" onClick={editing.discard}>
          {AGENTS.discard}
        </button>
      )}
      <button
        type="button"
        className="plain"
        disabled={!isChanged || isPending}
        onClick={() => whenValid(editing.saveDraft)}
      >
        {VERSIONS.saveDraft}
      </button>
      <button
        type="button"
        className="main"
        disabled={(!isChanged && edited.draft === null) || isPending || editing.elsewhere !== null}
        onClick={() => whenValid(() => onOpen('publish'))}
      >
        {VERSIONS.publish}
      </button>
    </>
  );
};

/** What is needed less often, or cannot be taken back. */
const More = ({ edited, editing, onOpen }: Omit<EditingProps, 'whenValid'>): ReactNode => {
  const { agent, draft } = edited;
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const canEdit = useCan('updateAgent');
  const texts = AGENTS;
  const copying = useMutation<Agent, ApiProblem>({
    mutationFn: () =>
      create(businessId, { ...editing.words, name: texts.copyOf(editing.words.name).slice(0, 120) }),
    onSuccess: ({ id }) => navigate(`/agents/${id}`),
  });
  return (
    <>
      <MenuProvider>
        <MenuButton className="plain" aria-label={texts.moreActions}>
          <Icon name="more" />
        </MenuButton>
        <Menu className="floats" gutter={4} portal>
          <MenuItem className="choice" onClick={() => navigate(`/agents/${agent.id}/simulations`)}>
            {SIMULATIONS.open}
          </MenuItem>
          {canEdit && (
            <MenuItem className="choice" disabled={copying.isPending} onClick={() => copying.mutate()}>
              {texts.duplicate}
            </MenuItem>
          )}
          {canEdit && draft !== null && (
            <MenuItem className="choice" onClick={editing.deleteDraft}>
              {VERSIONS.discard}
            </MenuItem>
          )}
          {canEdit && agent.status === 'active' && (
            <MenuItem className="choice" onClick={() => onOpen('archive')}>
              {texts.archive}
            </MenuItem>
          )}
        </Menu>
      </MenuProvider>
      {copying.error !== null && <Problem problem={copying.error} />}
    </>
  );
};

interface ArchiveProps {
  readonly agent: Agent;
  readonly onArchived: (agent: Agent) => void;
  readonly onClose: () => void;
}

const Archive = ({ agent, onArchived, onClose }: ArchiveProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = AGENTS;
  return (
    <Confirm
      title={texts.archiveTitle(agent.name)}
      help={texts.archiveHelp}
      name={agent.name}
      label={texts.archiveName(agent.name)}
      button={texts.archive}
      onConfirm={async () => {
        const after = await callApi('archiveAgent', { body: { businessId, agentId: agent.id } });
        onArchived(after.agent);
      }}
      onClose={onClose}
    />
  );
};
