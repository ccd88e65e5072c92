/** What differs between two states of an agent: long texts word by word, everything else by name. */
import { lazy, type ReactNode, Suspense } from 'react';
import { differingFields } from '../../../ui/conflict/three-way.js';
import type { AgentDraft } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { type FieldName, factsOf, fieldLabel, LONG_TEXTS } from './facts.js';
import styles from './publishing.module.css';
import { useAgentNames } from './use-agent-names.js';

/** Loaded when texts are compared: few visits of the editor do. */
const Compared = lazy(() => import('./compared.js').then(({ Compared: part }) => ({ default: part })));

interface ChangesProps {
  readonly before: AgentDraft;
  readonly after: AgentDraft;
  /** Only these fields; default: all. */
  readonly only?: readonly FieldName[];
}

export const Changes = ({ before, after, only }: ChangesProps): ReactNode => {
  const names = useAgentNames();
  const differing = differingFields(before, after);
  const shown = (name: FieldName): boolean => differing.has(name) && (only?.includes(name) ?? true);
  const [was, is] = [factsOf(before, names), factsOf(after, names)];
  const isFact = (name: string): name is keyof typeof is => Object.hasOwn(is, name);
  const facts = Object.keys(is).filter(isFact).filter(shown);
  const texts = LONG_TEXTS.filter(shown);
  if (facts.length + texts.length === 0) return <p className="quiet">{AGENTS.noChanges}</p>;
  return (
    <>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((name) => (
            <div key={name}>
              <dt>{fieldLabel(name)}</dt>
              <dd>
                <del>{was[name]}</del> <ins>{is[name]}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {texts.map((name) => (
        <Suspense key={name}>
          <Compared name={fieldLabel(name)} before={before[name]} after={after[name]} />
        </Suspense>
      ))}
    </>
  );
};
