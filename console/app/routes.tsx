/** The pages of the console, as one table: addresses, titles, the navigation and the code of each follow from it. */
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { Redirect } from 'wouter';
import type { IconName } from '../ui/icon.js';
import { SECTION_NAMES as NAMES } from '../ui/messages.js';
import { APP } from './messages.js';

/** The parts of an address that a pattern names. */
type Params = Readonly<Record<string, string | undefined>>;
type Page = ComponentType<{ readonly params: Params }> | LazyExoticComponent<ComponentType<PageProps>>;
interface PageProps {
  readonly params: Params;
}

/** Parts of the navigation; `settings` has a navigation of its own above its pages. */
export type Group = 'work' | 'build' | 'insights' | 'developers' | 'settings';

export interface Route {
  /** A pattern of wouter. */
  readonly path: string;
  readonly title: string;
  /** Its place in the navigation, with an icon; other pages are reached from these. */
  readonly nav?: {
    readonly group: Group;
    readonly icon: IconName;
    /** On the bar of a phone, which has room for four. */
    readonly isOnPhone?: true;
  };
  /** The least role that is offered the page; default: every role. */
  readonly role?: 'operator' | 'owner';
  /** Null for a page outside of the console, which opens in a new tab. */
  readonly page: Page | null;
}

/** A page whose code is loaded when it is first opened. */
const page = (load: () => Promise<(params: Params) => ReactNode>): Page =>
  lazy(async () => {
    const render = await load();
    return { default: ({ params }: PageProps) => render(params) };
  });

const to =
  (path: string): Page =>
  () => <Redirect to={path} replace />;

/** In the order of the navigation. */
export const ROUTES: readonly Route[] = [
  {
    path: '/',
    title: NAMES.home,
    nav: { group: 'work', icon: 'home' },
    page: page(async () => {
      const { HomePage } = await import('../features/home/home.js');
      return () => <HomePage />;
    }),
  },
  { path: '/sign-in', title: NAMES.home, page: to('/') },
  {
    path: '/welcome',
    title: NAMES.welcome,
    page: page(async () => {
      const { WelcomePage } = await import('../features/welcome/welcome.js');
      return () => <WelcomePage />;
    }),
  },
  {
    path: '/live/:id?',
    title: NAMES.live,
    nav: { group: 'work', icon: 'live', isOnPhone: true },
    page: page(async () => {
      const { LivePage } = await import('../features/live/page.js');
      return ({ id }) => <LivePage id={id ?? null} />;
    }),
  },
  {
    path: '/conversations/:id?',
    title: NAMES.conversations,
    nav: { group: 'work', icon: 'inbox', isOnPhone: true },
    page: page(async () => {
      const { InboxPage } = await import('../features/inbox/inbox.js');
      return ({ id }) => <InboxPage id={id ?? null} />;
    }),
  },
  {
    path: '/calls/:id?',
    title: NAMES.calls,
    nav: { group: 'work', icon: 'calls', isOnPhone: true },
    page: page(async () => {
      const { CallsPage } = await import('../features/calls/calls.js');
      return ({ id }) => <CallsPage id={id ?? null} />;
    }),
  },
  {
    path: '/campaigns/:id?',
    title: NAMES.campaigns,
    nav: { group: 'work', icon: 'campaigns', isOnPhone: true },
    page: page(async () => {
      const { CampaignsPage } = await import('../features/campaigns/campaigns.js');
      return ({ id }) => <CampaignsPage id={id ?? null} />;
    }),
  },
  {
    path: '/contacts/:id?',
    title: NAMES.contacts,
    nav: { group: 'work', icon: 'contacts' },
    page: page(async () => {
      const { ContactsPage } = await import('../features/contacts/contacts.js');
      return ({ id }) => <ContactsPage id={id ?? null} />;
    }),
  },
  {
    path: '/agents/:id?',
    title: NAMES.agents,
    nav: { group: 'build', icon: 'agents' },
    page: page(async () => {
      const { AgentsPage } = await import('../features/agents/page.js');
      return ({ id }) => <AgentsPage id={id ?? null} />;
    }),
  },
  {
    path: '/agents/:id/simulations',
    title: NAMES.simulations,
    page: page(async () => {
      const { SimulationsPage } = await import('../features/simulations/page.js');
      return ({ id }) => <SimulationsPage agentId={id ?? ''} />;
    }),
  },
  {
    path: '/simulations/:id',
    title: NAMES.simulations,
    page: page(async () => {
      const { SimulationPage } = await import('../features/simulations/run-page.js');
      return ({ id }) => <SimulationPage key={id} runId={id ?? ''} />;
    }),
  },
  {
    path: '/data-sources/:id?',
    title: NAMES['data-sources'],
    nav: { group: 'build', icon: 'data' },
    page: page(async () => {
      const { DataSourcesPage } = await import('../features/data-sources/data-sources.js');
      return ({ id }) => <DataSourcesPage id={id ?? null} />;
    }),
  },
  {
    path: '/analytics',
    title: NAMES.analytics,
    nav: { group: 'insights', icon: 'analytics' },
    page: page(async () => {
      const { AnalyticsPage } = await import('../features/analytics/page.js');
      return () => <AnalyticsPage />;
    }),
  },
  {
    path: '/alerts/:id?',
    title: NAMES.alerts,
    nav: { group: 'insights', icon: 'alerts' },
    page: page(async () => {
      const { AlertsPage } = await import('../features/alerts/alerts.js');
      return ({ id }) => <AlertsPage id={id ?? null} />;
    }),
  },
  {
    path: '/keys',
    title: NAMES.keys,
    nav: { group: 'developers', icon: 'keys' },
    page: page(async () => {
      const { KeysPage } = await import('../features/account/keys.js');
      return () => <KeysPage />;
    }),
  },
  {
    path: '/webhooks/:id?',
    title: NAMES.webhooks,
    nav: { group: 'developers', icon: 'webhooks' },
    page: page(async () => {
      const { WebhooksPage } = await import('../features/webhooks/webhooks.js');
      return ({ id }) => <WebhooksPage id={id ?? null} />;
    }),
  },
  { path: '/docs', title: NAMES.docs, nav: { group: 'developers', icon: 'reference' }, page: null },
  {
    path: '/settings',
    title: NAMES.settings,
    nav: { group: 'settings', icon: 'settings' },
    page: page(async () => {
      const { SettingsPage } = await import('../features/settings/settings.js');
      return () => <SettingsPage />;
    }),
  },
  {
    path: '/team',
    title: NAMES.team,
    nav: { group: 'settings', icon: 'team' },
    page: page(async () => {
      const { TeamPage } = await import('../features/account/team.js');
      return () => <TeamPage />;
    }),
  },
  {
    path: '/channels/:id?',
    title: NAMES.channels,
    nav: { group: 'settings', icon: 'channels' },
    page: page(async () => {
      const { ChannelsPage } = await import('../features/channels/channels.js');
      return ({ id }) => <ChannelsPage id={id ?? null} />;
    }),
  },
  {
    path: '/billing',
    title: NAMES.billing,
    nav: { group: 'settings', icon: 'billing' },
    page: page(async () => {
      const { BillingPage } = await import('../features/account/billing.js');
      return () => <BillingPage />;
    }),
  },
  {
    path: '/quotas',
    title: NAMES.quotas,
    nav: { group: 'settings', icon: 'quotas' },
    page: page(async () => {
      const { QuotasPage } = await import('../features/quotas/page.js');
      return () => <QuotasPage />;
    }),
  },
  {
    path: '/suppressions',
    title: NAMES.suppressions,
    nav: { group: 'settings', icon: 'suppressions' },
    page: page(async () => {
      const { SuppressionsPage } = await import('../features/suppressions/suppressions.js');
      return () => <SuppressionsPage />;
    }),
  },
  {
    path: '/audit',
    title: NAMES.audit,
    nav: { group: 'settings', icon: 'audit' },
    role: 'owner',
    page: page(async () => {
      const { AuditPage } = await import('../features/account/audit.js');
      return () => <AuditPage />;
    }),
  },
];

/** An entry of the navigation. */
export interface Section {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  readonly group: Group;
  readonly isOnPhone: boolean;
  /** A page of its own, outside the console: it opens in a new tab. */
  readonly isApart: boolean;
}

/** Roles by what they may do. */
export const RANKS = { viewer: 0, operator: 1, owner: 2 } as const;
export type Role = keyof typeof RANKS;

/** The address of the page without anything chosen. */
const addressOf = ({ path }: Route): string => path.replace(/\/:\w+\?$/, '');

/** The pages that a role is offered, in the order of the navigation. */
export const sectionsFor = (role: Role): readonly Section[] =>
  ROUTES.flatMap((route) => {
    const { nav, title, page: component, role: least = 'viewer' } = route;
    if (nav === undefined || RANKS[role] < RANKS[least]) return [];
    return [
      {
        path: addressOf(route),
        name: title,
        icon: nav.icon,
        group: nav.group,
        isOnPhone: nav.isOnPhone === true,
        isApart: component === null,
      },
    ];
  });

/** The groups of the navigation, with the sections of each; the first has no name. */
export const GROUPS: readonly { readonly group: Group; readonly name: string | null }[] = [
  { group: 'work', name: null },
  { group: 'build', name: APP.groups.build },
  { group: 'insights', name: APP.groups.insights },
  { group: 'developers', name: APP.groups.developers },
  { group: 'settings', name: null },
];

/** Whether an address is of a section. */
export const isWithin = (location: string, path: string): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);

const matches = (pattern: string, location: string): boolean => {
  const source = pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}/?$`).test(location);
};

/** Pages of people who have not signed in. */
const APART: Readonly<Record<string, string>> = { '/join': NAMES.join, '/setup': NAMES.setup };

/** The title of the document at an address. */
export const titleOf = (location: string): string => {
  const title = APART[location] ?? ROUTES.find(({ path }) => matches(path, location))?.title;
  return title === undefined ? `${APP.notFound.title} – Parley` : `${title} – Parley`;
};
