/** Carriers of calls: `carriers` in the configuration file. */
import { countryCode } from '../../../operations/outreach/destination.js';
import { PLIVO_API } from '../../../providers/carriers/plivo/index.js';
import { TELNYX_API } from '../../../providers/carriers/telnyx/index.js';
import { TWILIO_API } from '../../../providers/carriers/twilio/index.js';
import { boolean, choice, list, secret, setting, text, url } from './setting.js';

/** The settings that all carriers share. */
const commonTo = (carrier: 'TWILIO' | 'TELNYX' | 'PLIVO', api: string) => ({
  from: setting(`${carrier}_FROM`, text(null)).means('Caller id, E.164.'),
  apiUrl: setting(
    `${carrier}_API_URL`,
    url(api, { accepts: URL.canParse, write: `an address like ${api}` }),
  ).means('Base URL of the API, such as that of a region.'),
  machineDetection: setting(`${carrier}_MACHINE_DETECTION`, boolean(false)).means(
    'Whether the carrier detects answering machines, too, and charges for it.',
  ),
});

export const CARRIERS = {
  order: setting('PARLEY_CARRIER', list(null)).means(
    'Carriers of new calls in fallback order, like twilio,telnyx (docs/how-to/carriers.md).',
    'all with an account, in the order twilio, telnyx, plivo; without any, the simulated network',
  ),
  twilio: {
    accountSid: setting('TWILIO_ACCOUNT_SID', text(null)).means('SID of the account.'),
    authToken: setting('TWILIO_AUTH_TOKEN', secret()).means('Auth token, which also verifies webhooks.'),
    apiKeySid: setting('TWILIO_API_KEY_SID', text(null)).means('API key to use instead of the auth token.'),
    apiKeySecret: setting('TWILIO_API_KEY_SECRET', secret()).means('Secret of that API key.'),
    region: setting('TWILIO_REGION', text(null)).means('Region of calls, like ie1; requires an edge.'),
    edge: setting('TWILIO_EDGE', text(null)).means('Edge through which the region is reached, like dublin.'),
    ...commonTo('TWILIO', TWILIO_API),
  },
  telnyx: {
    apiKey: setting('TELNYX_API_KEY', secret()).means('API key of the account.'),
    connectionId: setting('TELNYX_CONNECTION_ID', text(null)).means('Connection id of the application.'),
    publicKey: setting('TELNYX_PUBLIC_KEY', text(null)).means('Public key of webhook signatures, base64.'),
    ...commonTo('TELNYX', TELNYX_API),
  },
  plivo: {
    authId: setting('PLIVO_AUTH_ID', text(null)).means('Auth id of the account.'),
    authToken: setting('PLIVO_AUTH_TOKEN', secret()).means('Auth token of the account.'),
    ...commonTo('PLIVO', PLIVO_API),
  },
  loopbackUrl: setting('PARLEY_LOOPBACK_URL', text(null)).means(
    'URL of a simulated network.',
    'one is started',
  ),
  loopbackAuth: {
    ...setting('PARLEY_LOOPBACK_AUTH', secret()).means('Auth token of its account.', "the cluster's own"),
    isInHelp: false,
  },
  simulatedCallees: setting('PARLEY_SIMULATED_CALLEES', choice(['conversation', 'silent'])).means(
    'What people at the numbers of the simulated network do: talk with the agent and say goodbye, or say nothing and hang up after half a minute (docs/how-to/carriers.md "The simulated network").',
  ),
  allowedCountries: setting(
    'PARLEY_ALLOWED_COUNTRIES',
    list(null, { item: countryCode, remedy: 'use two-letter country codes (ISO 3166-1), like DE,AT,CH' }),
  ).means(
    'Countries that businesses without a list of their own may call, like DE,AT,CH (docs/reference/api.md "Destinations").',
    'all',
  ),
};
