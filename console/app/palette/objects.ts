/** The objects of the business that the palette finds by name, each with the page that shows it. */
import type { Data } from '../../api/client.js';
import { paramsOfView } from '../../features/calls/list/view-address.js';
import { isMatch, type Target, type TargetGroup, toPage } from './target.js';

/** Results of searches at the service, and lists in which names are searched here; undefined until it has answered. */
export interface Found {
  readonly agents?: Data<'listAgents'>['agents'] | undefined;
  readonly campaigns?: Data<'listCampaigns'>['campaigns'] | undefined;
  readonly contacts?: Data<'listContacts'>['contacts'] | undefined;
  readonly conversations?: Data<'listConversations'>['conversations'] | undefined;
  readonly views?: Data<'listSavedViews'>['savedViews'] | undefined;
  readonly sources?: Data<'listDataSources'>['dataSources'] | undefined;
  readonly alerts?: Data<'listAlertRules'>['alertRules'] | undefined;
  readonly webhooks?: Data<'listSubscriptions'>['subscriptions'] | undefined;
  readonly channels?: Data<'listChannelAccounts'>['accounts'] | undefined;
  readonly tools?: Data<'listTools'>['tools'] | undefined;
  readonly scenarios?: Data<'listSimulationScenarios'>['scenarios'] | undefined;
  readonly members?: Data<'listMembers'>['members'] | undefined;
}

/** Objects shown of each kind. */
const MOST = 5;

interface Named {
  readonly name: string;
  readonly path: string;
  readonly hint?: string;
}

const named = (group: TargetGroup, query: string, objects: readonly Named[]): readonly Target[] =>
  objects
    .filter(({ name }) => isMatch(name, query))
    .slice(0, MOST)
    .map(({ path, ...target }) => ({ group, ...target, opens: toPage(path) }));

/** Matches of a query, kind by kind. */
export const objectsOf = (query: string, found: Found): readonly Target[] => [
  ...named(
    'agents',
    query,
    activeAgents(found).map(({ id, name }) => ({ name, path: `/agents/${id}` })),
  ),
  ...named(
    'campaigns',
    query,
    (found.campaigns ?? []).map(({ id, name }) => ({ name, path: `/campaigns/${id}` })),
  ),
  // The service has searched these, also by what is not shown here.
  ...(found.conversations ?? []).slice(0, MOST).map(
    ({ id, name, address }): Target => ({
      group: 'conversations',
      name: name ?? address,
      hint: address,
      opens: toPage(`/conversations/${id}`),
    }),
  ),
  ...(found.contacts ?? []).slice(0, MOST).map(
    ({ id, name, mobile }): Target => ({
      group: 'contacts',
      name: name === '' ? mobile : name,
      hint: mobile,
      opens: toPage(`/contacts/${id}`),
    }),
  ),
  ...ownThings(query, found),
  ...ofAgents(query, found),
];

const activeAgents = ({ agents = [] }: Found) => agents.filter(({ status }) => status === 'active');

/** What is set up once. */
const ownThings = (query: string, found: Found): readonly Target[] => [
  ...named(
    'views',
    query,
    (found.views ?? [])
      .filter(({ calls }) => calls !== undefined)
      .map((view) => ({ name: view.name, path: `/calls?${paramsOfView(view)}` })),
  ),
  ...named(
    'sources',
    query,
    (found.sources ?? [])
      .filter(({ status }) => status === 'active')
      .map(({ id, name }) => ({ name, path: `/data-sources/${id}` })),
  ),
  ...named(
    'alerts',
    query,
    (found.alerts ?? []).map(({ alertRuleId, name }) => ({ name, path: `/alerts/${alertRuleId}` })),
  ),
  ...named(
    'webhooks',
    query,
    (found.webhooks ?? []).map(({ id, callbackUrl }) => ({ name: callbackUrl, path: `/webhooks/${id}` })),
  ),
  ...named(
    'channels',
    query,
    (found.channels ?? []).map(({ accountId, displayName }) => ({
      name: displayName,
      hint: accountId,
      path: `/channels/${accountId}`,
    })),
  ),
  ...named(
    'team',
    query,
    (found.members ?? []).map(({ name, email }) => ({ name, hint: email, path: '/team' })),
  ),
];

/** Tools and scenarios are on the page of an agent that has them, or of any agent if they are for all. */
const ofAgents = (query: string, found: Found): readonly Target[] => {
  const any = activeAgents(found)[0]?.id;
  const homeOf = (agentId: string | null | undefined) => agentId ?? any;
  return [
    ...named(
      'tools',
      query,
      (found.tools ?? []).flatMap(({ name, agentIds }) => {
        const home = homeOf(agentIds?.[0]);
        return home === undefined ? [] : [{ name, path: `/agents/${home}?tab=tools` }];
      }),
    ),
    ...named(
      'scenarios',
      query,
      (found.scenarios ?? []).flatMap(({ name, agentId }) => {
        const home = homeOf(agentId);
        return home === undefined ? [] : [{ name, path: `/agents/${home}/simulations` }];
      }),
    ),
  ];
};
