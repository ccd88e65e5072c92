/** Ctrl-K: finds pages, actions, agents, campaigns, contacts, conversations, and a call by its id. */
import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  Dialog,
} from '@ariakit/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { OperationId } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { OPERATIONS } from '../../api/operations.js';
import { useBusinessId, useSession } from '../../features/session/session.js';
import { APP } from '../messages.js';
import { useOpenSection } from '../open-section.js';
import { RANKS, type Section } from '../routes.js';
import styles from './palette.module.css';
import { type Found, type Target, type TargetGroup, targetsOf } from './targets.js';

/** A pause in typing of this length starts a search at the service, ms. */
const PAUSE_MS = 150;
/** Agents and campaigns in which names are searched; the newest. */
const SEARCHED = 100;

const useFound = (text: string): Found => {
  const businessId = useBusinessId();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const enabled = search.length > 1;
  const few = { businessId, search, limit: 5 };
  const all = { businessId, limit: SEARCHED };
  const agents = useRead('listAgents', { query: all }, { enabled });
  const campaigns = useRead('listCampaigns', { query: all }, { enabled });
  const contacts = useRead('listContacts', { query: few }, { enabled });
  const conversations = useRead('listConversations', { query: few }, { enabled });
  if (!enabled) return {};
  return {
    agents: agents.data?.agents,
    campaigns: campaigns.data?.campaigns,
    contacts: contacts.data?.contacts,
    conversations: conversations.data?.conversations,
  };
};

interface PaletteProps {
  readonly sections: readonly Section[];
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

export const Palette = ({ sections, onClose, onShortcuts }: PaletteProps): ReactNode => {
  const [text, setText] = useState('');
  const openSection = useOpenSection();
  const { role } = useSession();
  const can = (operation: OperationId): boolean => RANKS[role] >= RANKS[OPERATIONS[operation].role];
  const targets = targetsOf({ text, sections, found: useFound(text), can });
  const open = ({ path, isApart = false }: Target): void => {
    onClose();
    if (path === 'shortcuts') onShortcuts();
    else openSection({ path, isApart });
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
                  key={target.path}
                  className="choice"
                  value={`${group} ${target.path}`}
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

/** Groups in the order of their first targets. */
const groupsOf = (targets: readonly Target[]): readonly (readonly [TargetGroup, readonly Target[]])[] =>
  [...new Set(targets.map(({ group }) => group))].map((group) => [
    group,
    targets.filter((target) => target.group === group),
  ]);
