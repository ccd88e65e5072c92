/** Ctrl-K: finds pages, actions, objects of the business and a call by its id, calls a number, and switches the business. */
import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  Dialog,
} from '@ariakit/react';
import { type ReactNode, useState } from 'react';
import type { OperationId } from '../../api/client.js';
import { OPERATIONS } from '../../api/operations.js';
import { useSession } from '../../features/session/session.js';
import { APP } from '../messages.js';
import { useOpenSection } from '../open-section.js';
import { RANKS, type Section } from '../routes.js';
import styles from './palette.module.css';
import type { Opens, Target, TargetGroup } from './target.js';
import { targetsOf } from './targets.js';
import { useFound } from './use-found.js';

interface PaletteProps {
  readonly sections: readonly Section[];
  readonly onClose: () => void;
  /** Everything that is not a page. */
  readonly onOpen: (opens: Exclude<Opens, { readonly type: 'page' }>) => void;
}

export const Palette = ({ sections, onClose, onOpen }: PaletteProps): ReactNode => {
  const [text, setText] = useState('');
  const openSection = useOpenSection();
  const { role, memberships, business } = useSession();
  const can = (operation: OperationId): boolean => RANKS[role] >= RANKS[OPERATIONS[operation].role];
  const businesses = memberships.map((membership) => membership.business);
  const targets = targetsOf({
    text,
    sections,
    found: useFound(text, can),
    businesses: businesses.filter(({ id }) => id !== business.id),
    can,
  });
  const open = ({ opens }: Target): void => {
    onClose();
    if (opens.type === 'page') openSection(opens);
    else onOpen(opens);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      className={`${styles.palette} floats`}
      aria-label={APP.palette.open}
      backdrop={<div className="backdrop" />}
    >
      <ComboboxProvider open value={text} setValue={setText}>
        <Combobox
          autoFocus
          autoSelect="always"
          aria-label={APP.palette.label}
          placeholder={APP.palette.label}
        />
        <ComboboxList aria-label={APP.palette.open} className={styles.list}>
          {groupsOf(targets).map(([group, ofGroup]) => (
            <ComboboxGroup key={group}>
              <ComboboxGroupLabel className={styles.group}>{APP.palette.groups[group]}</ComboboxGroupLabel>
              {ofGroup.map((target) => (
                <ComboboxItem
                  key={idOf(target)}
                  className="choice"
                  value={`${group} ${idOf(target)}`}
                  setValueOnClick={false}
                  hideOnClick={false}
                  onClick={() => open(target)}
                >
                  {target.name}
                  {target.hint !== undefined && target.hint !== target.name && (
                    <small className={styles.hint}>{target.hint}</small>
                  )}
                </ComboboxItem>
              ))}
            </ComboboxGroup>
          ))}
        </ComboboxList>
        {targets.length === 0 && <p className={styles.nothing}>{APP.palette.nothing}</p>}
      </ComboboxProvider>
    </Dialog>
  );
};

/** Several lines may have the same name, or open the same page. */
const idOf = ({ name, opens }: Target): string => `${name} ${JSON.stringify(opens)}`;

/** Groups in the order of their first targets. */
const groupsOf = (targets: readonly Target[]): readonly (readonly [TargetGroup, readonly Target[]])[] =>
  [...new Set(targets.map(({ group }) => group))].map((group) => [
    group,
    targets.filter((target) => target.group === group),
  ]);
