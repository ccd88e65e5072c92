/** The signed-in user, available to every page. When the session ends, the page asks for the sign-in in place. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import {
  ApiProblem,
  callApi,
  type Data,
  rememberCsrfToken,
  setSessionExpiredHandler,
} from '../../api/client.js';
import { forgetDrafts, keepDraftsOf } from '../../ui/drafts.js';

export type Session = Data<'readSession'>;

type State =
  | { readonly type: 'unknown' }
  /** Without users, the service waits for its set-up. */
  | { readonly type: 'signed_out'; readonly hasUsers: boolean }
  | { readonly type: 'failed'; readonly problem: ApiProblem }
  | { readonly type: 'signed_in'; readonly session: Session }
  /** The page and its input stay as they are until somebody has signed in again. */
  | { readonly type: 'expired'; readonly session: Session };

interface Auth {
  readonly state: State;
  /** Called after a sign-in. */
  readonly signIn: (session: Session) => void;
  readonly signOut: () => Promise<void>;
  readonly retry: () => void;
}

const Context = createContext<Auth | null>(null);

export const SessionProvider = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const [state, setState] = useState<State>({ type: 'unknown' });
  const queries = useQueryClient();

  const signIn = useCallback(
    (session: Session): void => {
      rememberCsrfToken(session.csrfToken);
      keepDraftsOf(session.user.id);
      setState((before) => {
        // For a different user or business, cached data is discarded.
        const isDifferent = 'session' in before && pageKey(before.session) !== pageKey(session);
        if (isDifferent) queries.clear();
        return { type: 'signed_in', session };
      });
      void queries.invalidateQueries();
    },
    [queries],
  );

  const loadSession = useCallback((): void => {
    callApi('readStart').then(
      ({ session, hasUsers }) => {
        if (session === null) setState({ type: 'signed_out', hasUsers });
        else signIn(session);
      },
      (error: unknown) => {
        if (!(error instanceof ApiProblem)) throw error;
        setState({ type: 'failed', problem: error });
      },
    );
  }, [signIn]);

  useEffect(() => {
    setSessionExpiredHandler(() =>
      setState((before) =>
        before.type === 'signed_in' ? { type: 'expired', session: before.session } : before,
      ),
    );
    loadSession();
  }, [loadSession]);

  const auth = useMemo(
    (): Auth => ({
      state,
      signIn,
      retry: () => {
        setState({ type: 'unknown' });
        loadSession();
      },
      signOut: async () => {
        await callApi('signOut').catch((error: unknown) => {
          // The session has ended either way.
          if (!(error instanceof ApiProblem && error.code === 'session_invalid')) throw error;
        });
        rememberCsrfToken('');
        forgetDrafts();
        setState({ type: 'signed_out', hasUsers: true });
        queries.clear();
      },
    }),
    [state, signIn, loadSession, queries],
  );
  return <Context.Provider value={auth}>{children}</Context.Provider>;
};

/** Identifies the user and the business: each pair has its own pages. */
export const pageKey = ({ user, business }: Session): string => `${user.id} ${business.id}`;

export const useAuth = (): Auth => {
  const auth = useContext(Context);
  if (auth === null) throw new Error('useAuth needs a SessionProvider above it');
  return auth;
};

/** For pages that are shown only to signed-in users. */
export const useSession = (): Session => {
  const { state } = useAuth();
  if (state.type !== 'signed_in' && state.type !== 'expired') throw new Error('no user is signed in');
  return state.session;
};

/** Id of the business that the console shows. */
export const useBusinessId = (): string => useSession().business.id;
