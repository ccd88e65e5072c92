/** Chooses the page: by the address, and by whether a user is signed in. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { pageKey, useAuth } from '../features/session/session.js';
import { SetupPage } from '../features/session/setup.js';
import { ExpiredDialog, FirstVisitPage, SignInPage } from '../features/session/sign-in.js';
import { AlonePage } from '../ui/alone-page.js';
import { NavigationGuard } from '../ui/dialogs/navigation-guard.js';
import { Loading, Problem } from '../ui/states.js';
import { Frame } from './frame.js';
import { NotFoundPage } from './not-found.js';
import { ROUTES, titleOf } from './routes.js';

const JoinPage = lazy(() =>
  import('../features/session/join.js').then(({ JoinPage: page }) => ({ default: page })),
);

const ResetPasswordPage = lazy(() =>
  import('../features/session/reset-password.js').then(({ ResetPasswordPage: page }) => ({ default: page })),
);

export const App = (): ReactNode => {
  const { state, retry } = useAuth();
  const [location] = useLocation();
  useEffect(() => {
    document.title = titleOf(location);
  }, [location]);
  if (location === '/setup') return <SetupPage />;
  if (location === '/join')
    return (
      <Suspense fallback={<Loading />}>
        <JoinPage />
      </Suspense>
    );
  if (location === '/reset')
    return (
      <Suspense fallback={<Loading />}>
        <ResetPasswordPage />
      </Suspense>
    );
  switch (state.type) {
    case 'unknown':
      return <Loading />;
    case 'failed':
      return (
        <AlonePage>
          <Problem problem={state.problem} onRetry={retry} />
        </AlonePage>
      );
    case 'signed_out':
      return state.hasUsers ? <SignInPage /> : <FirstVisitPage />;
    case 'signed_in':
    case 'expired':
      return (
        <>
          <NavigationGuard>
            <Frame key={pageKey(state.session)}>
              <Pages />
            </Frame>
          </NavigationGuard>
          {state.type === 'expired' && <ExpiredDialog email={state.session.user.email} />}
        </>
      );
    default:
      return state satisfies never;
  }
};

const Pages = (): ReactNode => (
  <Suspense fallback={<Loading />}>
    <Switch>
      {ROUTES.map(({ path, page: Page }) =>
        Page === null ? null : (
          <Route key={path} path={path}>
            {(params) => <Page params={params} />}
          </Route>
        ),
      )}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  </Suspense>
);
