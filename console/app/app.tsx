/** Chooses the page: by the address, and by whether a user is signed in. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { FirstVisitPage } from '../features/session/first-visit.js';
import { pageKey, useAuth } from '../features/session/session.js';
import { AlonePage } from '../ui/alone-page.js';
import { NavigationGuard } from '../ui/dialogs/navigation-guard.js';
import { Loading, Problem } from '../ui/states.js';
import { Frame } from './frame.js';
import { NotFoundPage } from './not-found.js';
import { ROUTES, titleOf } from './routes.js';

// Pages with forms are loaded when they are shown: people who are signed in rarely see them.
const JoinPage = lazy(() =>
  import('../features/session/join.js').then(({ JoinPage: page }) => ({ default: page })),
);
const ResetPasswordPage = lazy(() =>
  import('../features/session/reset-password.js').then(({ ResetPasswordPage: page }) => ({ default: page })),
);
const SetupPage = lazy(() =>
  import('../features/session/setup.js').then(({ SetupPage: page }) => ({ default: page })),
);
const SignInPage = lazy(() =>
  import('../features/session/sign-in.js').then(({ SignInPage: page }) => ({ default: page })),
);
const ExpiredDialog = lazy(() =>
  import('../features/session/sign-in.js').then(({ ExpiredDialog: dialog }) => ({ default: dialog })),
);

export const App = (): ReactNode => {
  const [location] = useLocation();
  useEffect(() => {
    document.title = titleOf(location);
  }, [location]);
  return (
    <Suspense fallback={<Loading />}>
      <PageAt location={location} />
    </Suspense>
  );
};

const PageAt = ({ location }: { readonly location: string }): ReactNode => {
  const { state, retry } = useAuth();
  if (location === '/setup') return <SetupPage />;
  if (location === '/join') return <JoinPage />;
  if (location === '/reset') return <ResetPasswordPage />;
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
          {state.type === 'expired' && (
            <Suspense>
              <ExpiredDialog email={state.session.user.email} />
            </Suspense>
          )}
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
