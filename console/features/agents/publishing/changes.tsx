/** What differs between two states of an agent: long texts word by word, everything else by name. */
import { diffWordsWithSpace } from 'diff';
import { type ReactNode, useMemo } from 'react';
import type { AgentDraft } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { factsOf, fieldLabel, LONG_TEXTS } from './facts.js';
import { differingFields, type FieldName } from './merge.js';
import styles from './publishing.module.css';
import { useAgentNames } from './use-agent-names.js';

/** A comparison that takes longer is abandoned, because it would block the page, ms. */
const DIFF_MS = 500;

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
        <Compared key={name} name={fieldLabel(name)} before={before[name]} after={after[name]} />
      ))}
    </>
  );
};

interface ComparedProps {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const Compared = ({ name, before, after }: ComparedProps): ReactNode => {
  const pieces = useMemo(
    () => diffWordsWithSpace(before, after, { timeout: DIFF_MS }) ?? null,
    [before, after],
  );
  return (
    <div className="field">
      <h3>{name}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
      <p className={styles.compared} tabIndex={0}>
        {pieces === null ? (
          <>
            <del>{before}</del> <ins>{after}</ins>
          </>
        ) : (
          pieces.map(({ value, added, removed }, index) => {
            const key = `${index} ${value.length}`;
            if (added) return <ins key={key}>{value}</ins>;
            if (removed) return <del key={key}>{value}</del>;
            return <span key={key}>{value}</span>;
          })
        )}
      </p>
    </div>
  );
};
