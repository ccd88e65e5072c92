/** What the palette finds: pages, actions, the user's businesses, and the business's own objects. */
import type { Data, OperationId } from '../../api/client.js';
import { APP } from '../messages.js';
import type { Section } from '../routes.js';
import { type Found, objectsOf } from './objects.js';
import { isMatch, type Opens, type Target, toPage } from './target.js';

const texts = APP.palette;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What people do from anywhere, each with the operation that it needs. An action more is a line here. */
export const ACTIONS: readonly {
  readonly name: string;
  readonly opens: Opens;
  readonly operation: OperationId | null;
}[] = [
  { name: texts.actions.agent, opens: toPage('/agents/new'), operation: 'createAgent' },
  { name: texts.actions.campaign, opens: toPage('/campaigns/new'), operation: 'createCampaign' },
  { name: texts.actions.contact, opens: toPage('/contacts/new'), operation: 'createContact' },
  { name: texts.actions.importing, opens: toPage('/contacts/import'), operation: 'importContacts' },
  { name: texts.actions.category, opens: toPage('/contacts/categories'), operation: 'createContactCategory' },
  { name: texts.actions.source, opens: toPage('/data-sources/new'), operation: 'createDataSource' },
  { name: texts.actions.alert, opens: toPage('/alerts/new'), operation: 'createAlertRule' },
  { name: texts.actions.key, opens: toPage('/keys'), operation: 'createKey' },
  { name: texts.actions.webhook, opens: toPage('/webhooks/new'), operation: 'createSubscription' },
  { name: texts.actions.invite, opens: toPage('/team'), operation: 'inviteMember' },
  { name: texts.actions.channel, opens: toPage('/channels/new'), operation: 'connectChannelAccount' },
  { name: texts.actions.suppression, opens: toPage('/suppressions'), operation: 'addSuppressions' },
  { name: texts.actions.password, opens: toPage('/team'), operation: 'changePassword' },
  { name: texts.actions.shortcuts, opens: { type: 'shortcuts' }, operation: null },
  { name: texts.actions.signOut, opens: { type: 'sign_out' }, operation: 'signOut' },
];

/**
 * The number in E.164 that is typed with its country, as `+49 30 123456`, `0049 (30) 123-456` or with *call* before it;
 * null if the text is something else. The service checks whether it exists.
 */
export const numberOf = (text: string): string | null => {
  const digits = text
    .replace(/^\s*call\s+/i, '')
    .replaceAll(/[\s()./-]/g, '')
    .replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
};

interface TargetsRequest {
  readonly text: string;
  readonly sections: readonly Section[];
  readonly found: Found;
  /** The user's other businesses. */
  readonly businesses?: readonly Data<'readSession'>['business'][];
  readonly can: (operation: OperationId) => boolean;
}

/** In the order in which they are shown. */
export const targetsOf = ({
  text,
  sections,
  found,
  businesses = [],
  can,
}: TargetsRequest): readonly Target[] => {
  const query = text.trim();
  const pages = sections
    .filter(({ name }) => isMatch(name, query))
    .map(
      ({ name, path, isApart }): Target => ({ group: 'pages', name, opens: { type: 'page', path, isApart } }),
    );
  const actions = ACTIONS.filter(
    ({ name, operation }) => isMatch(name, query) && (operation === null || can(operation)),
  ).map(({ name, opens }): Target => ({ group: 'actions', name, opens }));
  const switches = businesses
    .map(
      ({ id, name }): Target => ({
        group: 'businesses',
        name: texts.switchTo(name),
        opens: { type: 'business', businessId: id },
      }),
    )
    .filter(({ name }) => isMatch(name, query));
  if (query === '') return [...pages, ...actions, ...switches];
  if (ID.test(query))
    return [{ group: 'calls', name: texts.call(query), opens: toPage(`/calls/${query.toLowerCase()}`) }];
  const search: Target = {
    group: 'contacts',
    name: texts.contact(query),
    opens: toPage(`/contacts?search=${encodeURIComponent(query)}`),
  };
  return [
    ...pages,
    ...actions,
    ...dialling(query, can),
    ...switches,
    ...objectsOf(query, found),
    ...(query.length > 1 ? [search] : []),
  ];
};

const dialling = (query: string, can: TargetsRequest['can']): readonly Target[] => {
  const number = numberOf(query);
  if (number === null || !can('startVoiceCall')) return [];
  return [
    {
      group: 'actions',
      name: texts.dial(number),
      hint: texts.dialHint,
      opens: { type: 'dial', number },
    },
  ];
};
