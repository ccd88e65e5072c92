/**
 * Another editor has changed the agent since this page read it. Nothing was overwritten: the dialog shows the difference, and
 * the page goes on with its own words, with theirs, or with both.
 */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type ReactNode, useId, useState } from 'react';
import {
  conflictsOf,
  differingFields,
  merged,
  type Side,
  type ThreeWay,
} from '../../../ui/conflict/three-way.js';
import type { AgentDraft } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { Changes } from './changes.js';
import { type FieldName, fieldLabel } from './facts.js';
import { VERSIONS } from './messages.js';
import styles from './publishing.module.css';

interface ConflictProps {
  readonly ways: ThreeWay<AgentDraft>;
  /** Receives the words to go on with, which are not saved yet. */
  readonly onChosen: (words: AgentDraft) => void;
  readonly onClose: () => void;
}

export const ConflictDialog = ({ ways, onChosen, onClose }: ConflictProps): ReactNode => {
  const texts = VERSIONS.conflict;
  const { base, mine, theirs } = ways;
  const [sides, setSides] = useState<Readonly<Partial<Record<FieldName, Side>>>>({});
  const conflicts = conflictsOf(ways);
  const changedThere = [...differingFields(base, theirs)];
  const onlyTheirs = changedThere.filter((name) => !conflicts.includes(name));
  return (
    <Dialog
      open
      onClose={onClose}
      hideOnInteractOutside={false}
      className={`dialog floats ${styles.dialog}`}
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading>{texts.title}</DialogHeading>
      <p>{texts.help}</p>
      {onlyTheirs.length > 0 && (
        <section aria-label={texts.theirChanges}>
          <h2>{texts.theirChanges}</h2>
          <Changes before={base} after={theirs} only={onlyTheirs} />
        </section>
      )}
      {conflicts.map((name) => (
        <InConflict
          key={name}
          name={name}
          ways={ways}
          side={sides[name] ?? 'mine'}
          onChoose={(side) => setSides((before) => ({ ...before, [name]: side }))}
        />
      ))}
      <p className="help">{texts.after}</p>
      <div className="actions">
        <DialogDismiss className="plain">{texts.later}</DialogDismiss>
        <button type="button" className="plain" onClick={() => onChosen(theirs)}>
          {texts.takeTheirs}
        </button>
        <button type="button" className="plain" onClick={() => onChosen(mine)}>
          {texts.keepMine}
        </button>
        <button type="button" className="main" onClick={() => onChosen(merged(ways, sides))}>
          {texts.merge}
        </button>
      </div>
    </Dialog>
  );
};

interface InConflictProps {
  readonly name: FieldName;
  readonly ways: ThreeWay<AgentDraft>;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

/** A field that both have changed. */
const InConflict = ({ name, ways, side, onChoose }: InConflictProps): ReactNode => {
  const id = useId();
  const texts = VERSIONS.conflict;
  return (
    <fieldset className={styles.conflict}>
      <legend className="hidden">{texts.both(fieldLabel(name))}</legend>
      <p>{texts.both(fieldLabel(name))}</p>
      <Changes before={ways.theirs} after={ways.mine} only={[name]} />
      <div className={styles.choices}>
        {(['mine', 'theirs'] as const).map((choice) => (
          <label key={choice} className="tick">
            <input type="radio" name={id} checked={side === choice} onChange={() => onChoose(choice)} />
            {texts.sides[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** Says that the agent was changed elsewhere, before anything is saved. */
export const ChangedElsewhere = ({ onReview }: { readonly onReview: () => void }): ReactNode => (
  <div className={styles.notice} role="alert">
    <p>{AGENTS.changedElsewhere}</p>
    <button type="button" className="plain" onClick={onReview}>
      {VERSIONS.conflict.review}
    </button>
  </div>
);
