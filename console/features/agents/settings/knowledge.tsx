/** An agent's knowledge and contact categories; its other abilities are set elsewhere. */
import type { ReactNode } from 'react';
import { usePages } from '../../../api/pages.js';
import { Ticks, toggled } from '../../../ui/forms/ticks.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import type { AgentDraft } from '../agent-draft.js';
import { AGENTS } from '../messages.js';

interface KnowledgeProps {
  readonly draft: AgentDraft;
  readonly onChange: (changed: Partial<AgentDraft>) => void;
}

export const Knowledge = ({ draft, onChange }: KnowledgeProps): ReactNode => {
  const texts = AGENTS;
  const businessId = useBusinessId();
  const sources = usePages('listDataSources', { query: { businessId, limit: 200 } });
  const categories = usePages('listContactCategories', { query: { businessId, limit: 200 } });
  const documents =
    sources.data?.pages
      .flatMap((page) => page.dataSources)
      .filter((source) => !source.builtIn && source.status === 'active') ?? [];
  const groups = categories.data?.pages.flatMap((page) => page.categories) ?? [];
  return (
    <>
      {sources.error !== null && <Problem problem={sources.error} onRetry={() => void sources.refetch()} />}
      {categories.error !== null && (
        <Problem problem={categories.error} onRetry={() => void categories.refetch()} />
      )}
      <Ticks
        legend={texts.sources}
        none={texts.noSources}
        choices={documents}
        chosen={draft.sourceIds}
        onToggle={(id) => onChange({ sourceIds: toggled(draft.sourceIds, id) })}
      />
      <Ticks
        legend={texts.categories}
        none={texts.noCategories}
        choices={groups}
        chosen={draft.categoryIds}
        onToggle={(id) => onChange({ categoryIds: toggled(draft.categoryIds, id) })}
      />
      {draft.variables.length > 0 && (
        <div className="field">
          <p className="small">{texts.variables}</p>
          <ul className="chips">
            {draft.variables.map(({ alias, fieldKey }) => (
              <li key={alias} className="chip">
                <code>{`{{${alias}}}`}</code> {alias === fieldKey ? '' : fieldKey}
                <button
                  type="button"
                  className="link"
                  aria-label={texts.revokeField(alias)}
                  onClick={() =>
                    onChange({ variables: draft.variables.filter((variable) => variable.alias !== alias) })
                  }
                >
                  {texts.revoke}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="help">{texts.elsewhere}</p>
    </>
  );
};
