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
  readonly going: (() => void) | null;
}

let state: State = { question: null, going: null };
const watchers = new Set<() => void>();

const become = (next: Partial<State>): void => {
  state = { ...state, ...next };
  for (const tell of watchers) tell();
};
const watch = (tell: () => void): (() => void) => {
  watchers.add(tell);
  return () => watchers.delete(tell);
};

/** Asks before leaving while `question` is not null. Pass the same object on every render. */
export const useAskBeforeLeaving = (question: Question | null): void =>
  useEffect(() => {
    if (question === null) return;
    become({ question });
    const here = window.location.href;
    // For a tab that is being closed, the browser asks in its own words.
    const closing = (event: BeforeUnloadEvent): void => event.preventDefault();
    const back = (event: PopStateEvent): void => {
      event.stopImmediatePropagation();
      const there = window.location.href;
      window.history.pushState(null, '', here);
      become({ going: () => window.history.pushState(null, '', there) });
    };
    window.addEventListener('beforeunload', closing);
    window.addEventListener('popstate', back, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', closing);
      window.removeEventListener('popstate', back, { capture: true });
      become({ question: null, going: null });
    };
  }, [question]);

const around: AroundNavHandler = (navigate, to, options) => {
  if (state.question === null) navigate(to, options);
  else become({ going: () => navigate(to, options) });
};

/** Wraps everything that navigates. */
export const Leaving = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Router aroundNav={around}>
    {children}
    <Asking />
  </Router>
);

const Asking = (): ReactNode => {
  const { question, going } = useSyncExternalStore(watch, () => state);
  if (question === null || going === null) return null;
  const leave = (): void => {
    question.beforeLeaving();
    become({ question: null, going: null });
    going();
  };
  return (
    <Dialog
      open
      onClose={() => become({ going: null })}
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
