/**
 * Another editor has changed something since this page read it. Nothing was overwritten: the dialog shows the difference, and the form
 * goes on with its own words, with theirs, or with both.
 */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type ReactNode, useId, useState } from 'react';
import styles from './conflict.module.css';
import { CONFLICT } from './messages.js';
import type { Side, Sides } from './three-way.js';
import type { Conflict, ConflictField } from './use-versioned.js';

export const ConflictDialog = ({ conflict }: { readonly conflict: Conflict }): ReactNode => {
  const texts = CONFLICT;
  const { fields, takeTheirs, keepMine, merge, close } = conflict;
  const [sides, setSides] = useState<Sides>({});
  const onlyTheirs = fields.filter(({ isBoth }) => !isBoth);
  return (
    <Dialog
      open
      onClose={close}
      hideOnInteractOutside={false}
      className={`dialog floats ${styles.dialog}`}
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading>{texts.title}</DialogHeading>
      <p>{texts.help}</p>
      {onlyTheirs.length > 0 && (
        <section aria-label={texts.theirChanges}>
          <h2>{texts.theirChanges}</h2>
          <dl className={styles.facts}>
            {onlyTheirs.map(({ name, label, base, theirs }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  <Difference before={base} after={theirs} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {fields
        .filter(({ isBoth }) => isBoth)
        .map((field) => (
          <InConflict
            key={field.name}
            field={field}
            side={sides[field.name] ?? 'mine'}
            onChoose={(side) => setSides((before) => ({ ...before, [field.name]: side }))}
          />
        ))}
      <p className="help">{texts.after}</p>
      <div className="actions">
        <DialogDismiss className="plain">{texts.later}</DialogDismiss>
        <button type="button" className="plain" onClick={takeTheirs}>
          {texts.takeTheirs}
        </button>
        <button type="button" className="plain" onClick={keepMine}>
          {texts.keepMine}
        </button>
        <button type="button" className="main" onClick={() => merge(sides)}>
          {texts.merge}
        </button>
      </div>
    </Dialog>
  );
};

const wordsOf = (text: string): string => (text.trim() === '' ? CONFLICT.empty : text);

const Difference = ({ before, after }: { readonly before: string; readonly after: string }): ReactNode => (
  <>
    <del>{wordsOf(before)}</del> <ins>{wordsOf(after)}</ins>
  </>
);

interface InConflictProps {
  readonly field: ConflictField;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

/** A field that both have changed. */
const InConflict = ({ field: { label, mine, theirs }, side, onChoose }: InConflictProps): ReactNode => {
  const id = useId();
  const texts = CONFLICT;
  return (
    <fieldset className={styles.field}>
      <legend className="hidden">{texts.both(label)}</legend>
      <p>{texts.both(label)}</p>
      <p className={styles.words}>
        <Difference before={theirs} after={mine} />
      </p>
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
