/** A business's settings in the console: its time zone, the carriers of its calls, and when they may be placed. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  CarrierAccountReport,
  CarrierTest,
  SettingsChange,
  SettingsResource,
} from '../../../schemas/accounts/settings.js';
import { about } from '../../../schemas/described.js';
import { closed, described } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, taggedBy, writtenAs } from '../common.js';

const SettingsResponse = Type.Object(
  { settings: described(SettingsResource, 'The settings of the business.') },
  closed,
);

export const settingsRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/settings',
    operationId: 'readSettings',
    summary: 'Read the settings of the business, and the defaults of the installation.',
    description: 'Lines and prices are set by the operator of the installation.',
    sessionOnly: true,
    role: 'viewer',
    tagged: true,
    query: BusinessQuery,
    response: SettingsResponse,
    handler: async ({ businessId }) => {
      const settings = await operations.settings.read(businessId);
      return { data: { settings }, ...taggedBy(settings) };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/console/settings',
    operationId: 'changeSettings',
    audit: { action: 'settings.changed', target: 'body.businessId' },
    summary:
      "Set the name, the time zone, the calls at a time, the carriers and numbers of calls, the allowed destinations and call limits, the quiet hours of recipients, or the daily calls to a number. Omitted fields stay unchanged; null restores the installation's value, or removes a limit.",
    description:
      '`carriers`, `quietHours`, `destinations` and `callLimits` are replaced as a whole. The rules apply to new calls; calls that wait for a line are judged again before they are placed.',
    sessionOnly: true,
    role: 'owner',
    idempotent: true,
    quota: 'none',
    tagged: true,
    body: SettingsChange,
    response: SettingsResponse,
    errors: ['resource_changed'],
    handler: async ({ body, caller, expectedTags }) =>
      writtenAs('settings', await operations.settings.change(caller, body, expectedTags)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/carriers/test',
    operationId: 'testCarriers',
    audit: { none: 'a test changes nothing' },
    summary:
      'Check the account and the default number at each carrier that the business uses, within 20 seconds. No call is placed, and nothing is charged.',
    description:
      'A failed check is a result with `ok: false` and a `remedy`, not an error. One test of a business runs at a time (409 `carrier_test_running`).',
    sessionOnly: true,
    role: 'owner',
    idempotent: true,
    quota: 'none',
    body: CarrierTest,
    response: Type.Object(
      { carriers: Type.Array(CarrierAccountReport, about('The result for each carrier.')) },
      closed,
    ),
    errors: ['carrier_test_running'],
    handler: async ({ body, caller }) =>
      writtenAs('carriers', await operations.settings.testCarriers(caller, body)),
  }),
];
