/** The placeholders in an agent's texts: what fills each of them, and how to fix those that nothing fills. */
import type { ReactNode } from 'react';
import { type AgentDraft, placeholdersIn } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import styles from './prompt.module.css';
import type { Fillable } from './variables.js';

interface PlaceholdersProps {
  readonly draft: AgentDraft;
  readonly fillables: ReadonlyMap<string, Fillable>;
  readonly grant: (fillable: Fillable) => void;
}

export const Placeholders = ({ draft, fillables, grant }: PlaceholdersProps): ReactNode => {
  const texts = AGENTS;
  const used = placeholdersIn(`${draft.disclosure} ${draft.greeting} ${draft.instructions}`);
  return (
    <section className="field" aria-label={texts.placeholders}>
      <p className="small">{texts.placeholders}</p>
      {used.length === 0 && <p className="help">{texts.noPlaceholders}</p>}
      <ul className="chips">
        {used.map((alias) => {
          const fillable = fillables.get(alias);
          const isGranted = draft.variables.some((variable) => variable.alias === alias);
          return (
            <li key={alias} className={`chip ${styles.chip} ${isGranted ? '' : 'wrong'}`}>
              <code>{`{{${alias}}}`}</code>{' '}
              {isGranted ? texts.granted : fillable === undefined ? texts.unknown : texts.ungranted}
              {!isGranted && fillable !== undefined && (
                <button type="button" className="link" onClick={() => grant(fillable)}>
                  {texts.grant(fillable.label, fillable.source)}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
