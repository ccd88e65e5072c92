/** The tools of an agent: listed, added, changed, tried and removed. */
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Confirm } from '../../../ui/dialogs/confirm.js';
import { Secret } from '../../../ui/dialogs/secret.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { ImportForm } from './import-form.js';
import { TOOLS } from './messages.js';
import type { Tool } from './tool-draft.js';
import { ToolForm } from './tool-form.js';
import { ToolTrial } from './tool-trial.js';
import styles from './tools.module.css';

/** What is open on top of the page. */
type Opened =
  | { readonly type: 'form'; readonly tool: Tool | null }
  | { readonly type: 'import' }
  | { readonly type: 'trial'; readonly tool: Tool }
  | { readonly type: 'removal'; readonly tool: Tool }
  | { readonly type: 'secret'; readonly secret: string };

export const AgentTools = ({ agentId }: { readonly agentId: string }): ReactNode => {
  const businessId = useBusinessId();
  const canEdit = useCan('setTool');
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data, error, refetch } = useRead('listTools', { query: { businessId } });
  const texts = TOOLS;
  const tools = data?.tools ?? [];
  const own = tools.filter(({ agentIds }) => agentIds === null || agentIds.includes(agentId));
  const others = tools.filter((tool) => !own.includes(tool));
  return (
    <section className="stack" aria-labelledby="agent-tools">
      <div>
        <h3 id="agent-tools">{texts.title}</h3>
        <p className="help">{texts.help}</p>
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {data !== undefined && own.length === 0 && (
        <p>
          {texts.none}. {texts.noneHelp}
        </p>
      )}
      <ToolList agentId={agentId} tools={own} canEdit={canEdit} onOpen={setOpened} />
      {others.length > 0 && (
        <details>
          <summary>{texts.others(others.length)}</summary>
          <ToolList agentId={agentId} tools={others} canEdit={canEdit} onOpen={setOpened} />
        </details>
      )}
      {canEdit && data !== undefined && (
        <div className="actions">
          <button type="button" className="plain" onClick={() => setOpened({ type: 'import' })}>
            {texts.import.open}
          </button>
          <button type="button" className="plain" onClick={() => setOpened({ type: 'form', tool: null })}>
            {texts.add}
          </button>
        </div>
      )}
      {opened !== null && <OpenedDialog agentId={agentId} opened={opened} onOpen={setOpened} />}
    </section>
  );
};

interface ToolListProps {
  readonly agentId: string;
  readonly tools: readonly Tool[];
  readonly canEdit: boolean;
  readonly onOpen: (opened: Opened) => void;
}

const ToolList = ({ agentId, tools, canEdit, onOpen }: ToolListProps): ReactNode => {
  const texts = TOOLS;
  const agentsOf = ({ agentIds }: Tool): string => {
    if (agentIds === null) return texts.agents.all;
    return agentIds.length === 1 && agentIds[0] === agentId
      ? texts.agents.this
      : texts.agents.kept(agentIds.length);
  };
  if (tools.length === 0) return null;
  return (
    <ul className={styles.list}>
      {tools.map((tool) => (
        <li key={tool.name}>
          <div className={styles.about}>
            <strong>{tool.name}</strong>
            <p className="quiet">
              {[
                texts.kinds[tool.kind],
                ...(tool.url === null ? [] : [tool.url]),
                ...(tool.transferTo === null ? [] : [tool.transferTo]),
                ...(tool.oauth === null ? [] : [texts.authorised]),
                agentsOf(tool),
              ].join(' · ')}
            </p>
            <p>{tool.description}</p>
          </div>
          {canEdit && (
            <div className="actions">
              <button
                type="button"
                className="plain"
                aria-label={texts.trial.openNamed(tool.name)}
                onClick={() => onOpen({ type: 'trial', tool })}
              >
                {texts.trial.open}
              </button>
              {tool.kind !== 'mcp' && (
                <button
                  type="button"
                  className="plain"
                  aria-label={texts.changeNamed(tool.name)}
                  onClick={() => onOpen({ type: 'form', tool })}
                >
                  {texts.change}
                </button>
              )}
              <button
                type="button"
                className="plain quiet-danger"
                aria-label={texts.removeNamed(tool.name)}
                onClick={() => onOpen({ type: 'removal', tool })}
              >
                {texts.remove}
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
};

interface OpenedDialogProps {
  readonly agentId: string;
  readonly opened: Opened;
  readonly onOpen: (opened: Opened | null) => void;
}

const OpenedDialog = ({ agentId, opened, onOpen }: OpenedDialogProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = TOOLS;
  const close = (): void => onOpen(null);
  switch (opened.type) {
    case 'form':
      return (
        <ToolForm
          agentId={agentId}
          tool={opened.tool}
          onClose={close}
          onSaved={({ signingSecret }) => {
            onOpen(signingSecret === null ? null : { type: 'secret', secret: signingSecret });
          }}
        />
      );
    case 'import':
      return (
        <ImportForm
          agentId={agentId}
          onClose={close}
          onSaved={() => {
            close();
          }}
        />
      );
    case 'trial':
      return <ToolTrial agentId={agentId} tool={opened.tool} onClose={close} />;
    case 'secret':
      return (
        <Secret
          title={texts.form.secretTitle}
          help={texts.form.secretHelp}
          secret={opened.secret}
          onClose={close}
        />
      );
    case 'removal': {
      const { name } = opened.tool;
      return (
        <Confirm
          title={texts.removeTitle(name)}
          help={texts.removeHelp}
          name={name}
          label={texts.removeLabel(name)}
          button={texts.remove}
          onConfirm={async () => {
            await callApi('removeTool', { path: { name }, query: { businessId } });
          }}
          onClose={close}
        />
      );
    }
  }
};
