/** Chooses the page: by the address, and by whether a user is signed in. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { CallsPage } from '../features/calls/calls.js';
import { pageKey, useAuth } from '../features/session/session.js';
import { SetupPage } from '../features/session/setup.js';
import { ExpiredDialog, SignInPage } from '../features/session/sign-in.js';
import { WelcomePage } from '../features/welcome/welcome.js';
import { NavigationGuard } from '../ui/dialogs/navigation-guard.js';
import { SECTION_NAMES } from '../ui/messages.js';
import { Loading, Problem } from '../ui/states.js';
import { Frame } from './frame.js';

const LivePage = lazy(() =>
  import('../features/live/page.js').then(({ LivePage: page }) => ({ default: page })),
);
const AgentsPage = lazy(() =>
  import('../features/agents/page.js').then(({ AgentsPage: page }) => ({ default: page })),
);
const SimulationsPage = lazy(() =>
  import('../features/simulations/page.js').then(({ SimulationsPage: page }) => ({ default: page })),
);
const SimulationPage = lazy(() =>
  import('../features/simulations/run-page.js').then(({ SimulationPage: page }) => ({ default: page })),
);
const ContactsPage = lazy(() =>
  import('../features/contacts/contacts.js').then(({ ContactsPage: page }) => ({ default: page })),
);
const SuppressionsPage = lazy(() =>
  import('../features/suppressions/suppressions.js').then(({ SuppressionsPage: page }) => ({
    default: page,
  })),
);
const DataSourcesPage = lazy(() =>
  import('../features/data-sources/data-sources.js').then(({ DataSourcesPage: page }) => ({ default: page })),
);
const SettingsPage = lazy(() =>
  import('../features/settings/settings.js').then(({ SettingsPage: page }) => ({ default: page })),
);
const InboxPage = lazy(() =>
  import('../features/inbox/inbox.js').then(({ InboxPage: page }) => ({ default: page })),
);
const ChannelsPage = lazy(() =>
  import('../features/channels/channels.js').then(({ ChannelsPage: page }) => ({ default: page })),
);
const WebhooksPage = lazy(() =>
  import('../features/webhooks/webhooks.js').then(({ WebhooksPage: page }) => ({ default: page })),
);
const CampaignsPage = lazy(() =>
  import('../features/campaigns/campaigns.js').then(({ CampaignsPage: page }) => ({ default: page })),
);

const JoinPage = lazy(() =>
  import('../features/session/join.js').then(({ JoinPage: page }) => ({ default: page })),
);
const TeamPage = lazy(() =>
  import('../features/account/team.js').then(({ TeamPage: page }) => ({ default: page })),
);
const KeysPage = lazy(() =>
  import('../features/account/keys.js').then(({ KeysPage: page }) => ({ default: page })),
);
const AuditPage = lazy(() =>
  import('../features/account/audit.js').then(({ AuditPage: page }) => ({ default: page })),
);
const BillingPage = lazy(() =>
  import('../features/account/billing.js').then(({ BillingPage: page }) => ({ default: page })),
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
  switch (state.type) {
    case 'unknown':
      return <Loading />;
    case 'failed':
      return (
        <main className="alone">
          <Problem problem={state.problem} onRetry={retry} />
        </main>
      );
    case 'signed_out':
      return <SignInPage />;
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
      <Route path="/">
        <Redirect to="/calls" replace />
      </Route>
      <Route path="/sign-in">
        <Redirect to="/calls" replace />
      </Route>
      <Route path="/welcome" component={WelcomePage} />
      <Route path="/live/:id?">{({ id }) => <LivePage id={id ?? null} />}</Route>
      <Route path="/calls/:id?">{({ id }) => <CallsPage id={id ?? null} />}</Route>
      <Route path="/agents/:id?">{({ id }) => <AgentsPage id={id ?? null} />}</Route>
      <Route path="/agents/:id/simulations">{({ id }) => <SimulationsPage agentId={id} />}</Route>
      <Route path="/simulations/:id">{({ id }) => <SimulationPage key={id} runId={id} />}</Route>
      <Route path="/conversations/:id?">{({ id }) => <InboxPage id={id ?? null} />}</Route>
      <Route path="/channels/:id?">{({ id }) => <ChannelsPage id={id ?? null} />}</Route>
      <Route path="/webhooks/:id?">{({ id }) => <WebhooksPage id={id ?? null} />}</Route>
      <Route path="/contacts/:id?">{({ id }) => <ContactsPage id={id ?? null} />}</Route>
      <Route path="/suppressions" component={SuppressionsPage} />
      <Route path="/data-sources/:id?">{({ id }) => <DataSourcesPage id={id ?? null} />}</Route>
      <Route path="/settings" component={SettingsPage} />
      <Route path="/campaigns/:id?">{({ id }) => <CampaignsPage id={id ?? null} />}</Route>
      <Route path="/keys" component={KeysPage} />
      <Route path="/team" component={TeamPage} />
      <Route path="/audit" component={AuditPage} />
      <Route path="/billing" component={BillingPage} />
    </Switch>
  </Suspense>
);

const titleOf = (location: string): string => {
  const section = location.split('/')[1] ?? '';
  const name = new Map<string, string>(Object.entries(SECTION_NAMES)).get(section);
  return name === undefined ? 'Parley' : `${name} – Parley`;
};
