/** Calls: the list, with a call open beside it, or the page of one call. Escape leads back. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { addressOf } from '../../api/client.js';
import { classes } from '../../ui/classes.js';
import { useBusinessId } from '../session/session.js';
import { CallView, type Start } from './call-view.js';
import { CallList } from './list/call-list.js';
import { callQueryOf, isFiltered, listAddress, searchTextOf } from './list/call-query.js';
import styles from './list/calls.module.css';
import { type Column, exportColumnsOf, useColumns } from './list/columns.js';
import { FilterBar } from './list/filter-bar.js';
import { SaveView, ViewTabs } from './list/views.js';
import { CALL, CALLS } from './messages.js';

export const CallsPage = ({ id }: { readonly id: string | null }): ReactNode =>
  id === null ? <ListPage /> : <CallPage key={id} id={id} />;

const CallPage = ({ id }: { readonly id: string }): ReactNode => {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const back = listAddress(params, null);
  useEscape(() => navigate(back));
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label={CALL.back}>
        <Link href={back}>{CALLS.title}</Link>
      </nav>
      <CallView id={id} isPage />
    </div>
  );
};

const ListPage = (): ReactNode => {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const [columns, setColumns] = useColumns();
  const [start, setStart] = useState<Start | null>(null);
  const chosen = params.get('call');
  const latest = useRef(params);
  latest.current = params;
  const handlePeek = useCallback(
    (callId: string, atMs: number | null): void => {
      setStart(atMs === null ? null : { callId, atMs });
      // Walking through the results adds nothing to the history.
      navigate(listAddress(latest.current, callId), { replace: latest.current.has('call') });
    },
    [navigate],
  );
  const close = listAddress(params, null);
  useEscape(chosen === null ? null : () => navigate(close));
  return (
    <div className={classes(styles.frame, chosen !== null && styles.hasPanel)}>
      <div className={styles.list}>
        <div className={styles.head}>
          <h1>{CALLS.title}</h1>
          <div className="actions">
            <SaveView />
            <Export columns={columns} />
          </div>
        </div>
        <ViewTabs />
        <FilterBar columns={columns} onColumns={setColumns} />
        <CallList columns={columns} chosen={chosen} onPeek={handlePeek} />
      </div>
      {chosen !== null && (
        <aside className={styles.panel} aria-label={CALLS.panel}>
          <CallView
            key={chosen}
            id={chosen}
            back={{ path: close, name: CALL.close }}
            {...(start?.callId === chosen ? { start } : {})}
          />
        </aside>
      )}
    </div>
  );
};

/** The file has no search: it is offered for filters alone. */
const Export = ({ columns }: { readonly columns: readonly Column[] }): ReactNode => {
  const businessId = useBusinessId();
  const [params] = useSearchParams();
  if (searchTextOf(params) !== '') return null;
  const query = { ...callQueryOf(businessId, params, new Date()), columns: exportColumnsOf(columns) };
  return (
    <a className="plain" download href={addressOf('exportVoiceCalls', { query })}>
      {isFiltered(params) ? CALLS.exportMatching : CALLS.exportAll}
    </a>
  );
};

/** `onEscape` is called unless a dialog, a menu or a text field handles the key; null: the key does nothing. */
const useEscape = (onEscape: (() => void) | null): void => {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const floating = [...document.querySelectorAll('[role="dialog"], [role="menu"]')];
      if (floating.some((element) => element.checkVisibility())) return;
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) return;
      latest.current?.();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
};
