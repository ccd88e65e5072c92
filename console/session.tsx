/** The signed-in user, available to every page. When the session ends, the page asks for the sign-in in place. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { ApiProblem, ask, type Data, rememberCsrfToken, whenExpired } from './api/client.js';
import { forgetDrafts, keepDraftsOf } from './parts/drafts.js';

export type Session = Data<'readSession'>;

type State =
  | { readonly type: 'unknown' }
  | { readonly type: 'nobody' }
  | { readonly type: 'failed'; readonly problem: ApiProblem }
  | { readonly type: 'signed_in'; readonly session: Session }
  /** The page and its input stay as they are until somebody has signed in again. */
  | { readonly type: 'expired'; readonly session: Session };

interface SessionDoor {
  readonly state: State;
  /** Called after a sign-in. */
  readonly enter: (session: Session) => void;
  readonly leave: () => Promise<void>;
  readonly retry: () => void;
}

const Context = createContext<SessionDoor | null>(null);

export const SessionProvider = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const [state, setState] = useState<State>({ type: 'unknown' });
  const queries = useQueryClient();

  const enter = useCallback(
    (session: Session): void => {
      rememberCsrfToken(session.csrfToken);
      keepDraftsOf(session.user.id);
      setState((before) => {
        // For a different user or business, cached data is discarded.
        const isOther = 'session' in before && pageKey(before.session) !== pageKey(session);
        if (isOther) queries.clear();
        return { type: 'signed_in', session };
      });
      void queries.invalidateQueries();
    },
    [queries],
  );

  const look = useCallback((): void => {
    ask('readSession').then(enter, (error: unknown) => {
      if (!(error instanceof ApiProblem)) throw error;
      const isNobody = error.code === 'api_key_missing' || error.code === 'session_invalid';
      setState(isNobody ? { type: 'nobody' } : { type: 'failed', problem: error });
    });
  }, [enter]);

  useEffect(() => {
    whenExpired(() =>
      setState((before) =>
        before.type === 'signed_in' ? { type: 'expired', session: before.session } : before,
      ),
    );
    look();
  }, [look]);

  const door = useMemo(
    (): SessionDoor => ({
      state,
      enter,
      retry: () => {
        setState({ type: 'unknown' });
        look();
      },
      leave: async () => {
        await ask('signOut').catch((error: unknown) => {
          // The session has ended either way.
          if (!(error instanceof ApiProblem && error.code === 'session_invalid')) throw error;
        });
        rememberCsrfToken('');
        forgetDrafts();
        setState({ type: 'nobody' });
        queries.clear();
      },
    }),
    [state, enter, look, queries],
  );
  return <Context.Provider value={door}>{children}</Context.Provider>;
};

/** Identifies the user and the business: each pair has its own pages. */
export const pageKey = ({ user, business }: Session): string => `${user.id} ${business.id}`;

export const useSessionDoor = (): SessionDoor => {
  const door = useContext(Context);
  if (door === null) throw new Error('there is no SessionProvider above');
  return door;
};

/** For pages that are shown only to signed-in users. */
export const useSession = (): Session => {
  const { state } = useSessionDoor();
  if (state.type !== 'signed_in' && state.type !== 'expired') throw new Error('nobody is signed in');
  return state.session;
};

/** Id of the business that the console shows. */
export const useBusinessId = (): string => useSession().business.id;
