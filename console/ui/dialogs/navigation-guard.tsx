/** Asks for confirmation before leaving a page when that would end something in progress. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { type AroundNavHandler, Router } from 'wouter';

/** The text of the confirmation. */
export interface Question {
  readonly title: string;
  readonly help: string;
  readonly leave: string;
  readonly stay: string;
  /** Runs before the page is left. */
  readonly beforeLeaving: () => void;
}

interface State {
  /** Null if nothing is in progress. */
  readonly question: Question | null;
  /** Continues the navigation; null if none is pending. */
  readonly pendingNavigation: (() => void) | null;
}

let state: State = { question: null, pendingNavigation: null };
const watchers = new Set<() => void>();

const update = (next: Partial<State>): void => {
  state = { ...state, ...next };
  for (const notify of watchers) notify();
};
const watch = (notify: () => void): (() => void) => {
  watchers.add(notify);
  return () => watchers.delete(notify);
};

/** Asks before leaving while `question` is not null. Pass the same object on every render. */
export const useAskBeforeLeaving = (question: Question | null): void =>
  useEffect(() => {
    if (question === null) return;
    update({ question });
    const here = window.location.href;
    // For a tab that is being closed, the browser asks in its own words.
    const handleBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const handlePopState = (event: PopStateEvent): void => {
      event.stopImmediatePropagation();
      const there = window.location.href;
      window.history.pushState(null, '', here);
      update({ pendingNavigation: () => window.history.pushState(null, '', there) });
    };
    window.addEventListener('beforeunload', handleBeforeUnload);
    window.addEventListener('popstate', handlePopState, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', handleBeforeUnload);
      window.removeEventListener('popstate', handlePopState, { capture: true });
      update({ question: null, pendingNavigation: null });
    };
  }, [question]);

const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  if (state.question === null) navigate(to, options);
  else update({ pendingNavigation: () => navigate(to, options) });
};

/** Wraps everything that navigates. */
export const NavigationGuard = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Router aroundNav={guardNavigation}>
    {children}
    <LeaveDialog />
  </Router>
);

const LeaveDialog = (): ReactNode => {
  const { question, pendingNavigation } = useSyncExternalStore(watch, () => state);
  if (question === null || pendingNavigation === null) return null;
  const leave = (): void => {
    question.beforeLeaving();
    update({ question: null, pendingNavigation: null });
    pendingNavigation();
  };
  return (
    <Dialog
      open
      onClose={() => update({ pendingNavigation: null })}
      className="dialog floats"
      backdrop={<div className="backdrop" />}
    >
      <DialogHeading>{question.title}</DialogHeading>
      <p>{question.help}</p>
      <div className="actions">
        <DialogDismiss className="plain">{question.stay}</DialogDismiss>
        <button type="button" className="danger" onClick={leave}>
          {question.leave}
        </button>
      </div>
    </Dialog>
  );
};
