/** What the palette finds: pages, actions, and the business's own objects. */
import type { Data, OperationId } from '../../api/client.js';
import { APP } from '../messages.js';
import type { Section } from '../routes.js';

const texts = APP.palette;

export type TargetGroup = keyof typeof texts.groups;

export interface Target {
  readonly group: TargetGroup;
  readonly name: string;
  /** What distinguishes it from others of its name. */
  readonly hint?: string;
  /** The address to open, or the frame's own dialog. */
  readonly path: string | 'shortcuts';
  readonly isApart?: boolean;
}

/** Results of a search at the service; undefined until it has answered. */
export interface Found {
  readonly agents?: Data<'listAgents'>['agents'] | undefined;
  readonly campaigns?: Data<'listCampaigns'>['campaigns'] | undefined;
  readonly contacts?: Data<'listContacts'>['contacts'] | undefined;
  readonly conversations?: Data<'listConversations'>['conversations'] | undefined;
}

/** Objects shown of each kind. */
const MOST = 5;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What people do from anywhere, each with the operation that it needs. An action more is a line here. */
const ACTIONS: readonly {
  readonly name: string;
  readonly path: string | 'shortcuts';
  readonly operation: OperationId | null;
}[] = [
  { name: texts.actions.agent, path: '/agents/new', operation: 'createAgent' },
  { name: texts.actions.campaign, path: '/campaigns/new', operation: 'createCampaign' },
  { name: texts.actions.contact, path: '/contacts/new', operation: 'createContact' },
  { name: texts.actions.source, path: '/data-sources/new', operation: 'createDataSource' },
  { name: texts.actions.key, path: '/keys', operation: 'createKey' },
  { name: texts.actions.invite, path: '/team', operation: 'inviteMember' },
  { name: texts.actions.shortcuts, path: 'shortcuts', operation: null },
];

/** Whether the text has every word of the query: at the start of a word, or anywhere if it has at least three letters. */
export const isMatch = (text: string, query: string): boolean => {
  const whole = text.toLowerCase();
  const words = whole.split(/[\s@.+-]+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '')
    .every(
      (part) => words.some((word) => word.startsWith(part)) || (part.length > 2 && whole.includes(part)),
    );
};

interface TargetsRequest {
  readonly text: string;
  readonly sections: readonly Section[];
  readonly found: Found;
  readonly can: (operation: OperationId) => boolean;
}

/** In the order in which they are shown. */
export const targetsOf = ({ text, sections, found, can }: TargetsRequest): readonly Target[] => {
  const query = text.trim();
  const pages = sections
    .filter(({ name }) => isMatch(name, query))
    .map(({ name, path, isApart }): Target => ({ group: 'pages', name, path, isApart }));
  const actions = ACTIONS.filter(
    ({ name, operation }) => isMatch(name, query) && (operation === null || can(operation)),
  ).map(({ name, path }): Target => ({ group: 'actions', name, path }));
  if (query === '') return [...pages, ...actions];
  if (ID.test(query))
    return [{ group: 'calls', name: texts.call(query), path: `/calls/${query.toLowerCase()}` }];
  const search: Target = {
    group: 'contacts',
    name: texts.contact(query),
    path: `/contacts?search=${encodeURIComponent(query)}`,
  };
  return [...pages, ...actions, ...objectsOf(query, found), ...(query.length > 1 ? [search] : [])];
};

const objectsOf = (query: string, found: Found): readonly Target[] => [
  ...(found.agents ?? [])
    .filter(({ name, status }) => status === 'active' && isMatch(name, query))
    .slice(0, MOST)
    .map(({ id, name }): Target => ({ group: 'agents', name, path: `/agents/${id}` })),
  ...(found.campaigns ?? [])
    .filter(({ name }) => isMatch(name, query))
    .slice(0, MOST)
    .map(({ id, name }): Target => ({ group: 'campaigns', name, path: `/campaigns/${id}` })),
  ...(found.conversations ?? []).slice(0, MOST).map(
    ({ id, name, address }): Target => ({
      group: 'conversations',
      name: name ?? address,
      hint: address,
      path: `/conversations/${id}`,
    }),
  ),
  ...(found.contacts ?? []).slice(0, MOST).map(
    ({ id, name, mobile }): Target => ({
      group: 'contacts',
      name: name === '' ? mobile : name,
      hint: mobile,
      path: `/contacts/${id}`,
    }),
  ),
];
