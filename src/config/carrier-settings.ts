/** The carriers of calls, read from the environment. */
import type { PlivoAccount } from '../../providers/carriers/plivo/index.js';
import type { TelnyxAccount } from '../../providers/carriers/telnyx/index.js';
import { TWILIO_REGIONS, type TwilioAccount, twilioAddress } from '../../providers/carriers/twilio/index.js';
import { ConfigError } from './error.js';
import { CARRIERS } from './settings/carriers.js';
import { type Env, read, type Setting } from './settings/setting.js';

export interface CarriersConfig {
  /** Carriers that place new calls, in fallback order. Empty: the simulated network places them. */
  readonly order: readonly CarrierName[];
  readonly twilio: TwilioAccount | null;
  readonly telnyx: TelnyxAccount | null;
  readonly plivo: PlivoAccount | null;
}

export const CARRIER_NAMES = ['twilio', 'telnyx', 'plivo'] as const;
type CarrierName = (typeof CARRIER_NAMES)[number];

/** @throws ConfigError */
export const readCarriers = (env: Env): CarriersConfig => {
  const accounts = { twilio: twilio(env), telnyx: telnyx(env), plivo: plivo(env) };
  const configured = CARRIER_NAMES.filter((name) => accounts[name] !== null);
  if (configured.length > 0 && env.PARLEY_PUBLIC_URL === undefined)
    throw new ConfigError('carriers must reach this service: set PARLEY_PUBLIC_URL to its https address');
  return { order: orderOf(env.PARLEY_CARRIER, configured), ...accounts };
};

/** Without the setting, all carriers that have an account. @throws ConfigError */
const orderOf = (text: string | undefined, configured: readonly CarrierName[]): readonly CarrierName[] => {
  if (text === undefined) return configured;
  const hint = configured.length === 0 ? 'none is configured' : `write ${configured.join(' or ')}`;
  const names = text.split(',').map((part) => {
    const name = configured.find((each) => each === part.trim());
    if (name !== undefined) return name;
    throw new ConfigError(
      `PARLEY_CARRIER has "${part.trim()}", which is not a carrier with an account: ${hint}`,
    );
  });
  return [...new Set(names)];
};

/** The values in the order of the settings, or null if none of them is set. @throws ConfigError if only some are */
const allOrNone = (env: Env, settings: readonly Setting<string | null>[]): readonly string[] | null => {
  const values = settings.flatMap((setting) => read(setting, env) ?? []);
  if (values.length === 0) return null;
  if (values.length === settings.length) return values;
  const names = settings.map(({ variable }) => variable);
  throw new ConfigError(`set all of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, or none of them`);
};

/** Null without a region. @throws ConfigError */
const regionalApi = (env: Env): string | null => {
  const values = allOrNone(env, [CARRIERS.twilio.region, CARRIERS.twilio.edge]);
  if (values === null) return null;
  const [region = '', edge = ''] = values;
  const found = twilioAddress(region, edge);
  if (found !== null) return found;
  throw new ConfigError(
    `TWILIO_REGION is "${region}" and TWILIO_EDGE "${edge}", which do not belong together; write ${TWILIO_REGIONS}, or the address in TWILIO_API_URL`,
  );
};

const twilio = (env: Env): TwilioAccount | null => {
  const settings = CARRIERS.twilio;
  const values = allOrNone(env, [settings.accountSid, settings.authToken, settings.from]);
  if (values === null) return null;
  const [accountSid = '', authToken = '', from = ''] = values;
  const key = allOrNone(env, [settings.apiKeySid, settings.apiKeySecret]);
  const [sid = '', secret = ''] = key ?? [];
  if (key !== null && !sid.startsWith('SK'))
    throw new ConfigError(`TWILIO_API_KEY_SID is "${sid}"; the SID of an API key begins with SK`);
  const regional = regionalApi(env);
  return {
    accountSid,
    authToken,
    ...(key === null ? {} : { apiKey: { sid, secret } }),
    from,
    apiBaseUrl: regional !== null && env.TWILIO_API_URL === undefined ? regional : read(settings.apiUrl, env),
    machineDetection: read(settings.machineDetection, env),
  };
};

const KEY_BYTES = 32;

const telnyx = (env: Env): TelnyxAccount | null => {
  const settings = CARRIERS.telnyx;
  const values = allOrNone(env, [settings.apiKey, settings.publicKey, settings.connectionId, settings.from]);
  if (values === null) return null;
  const [apiKey = '', publicKey = '', connectionId = '', from = ''] = values;
  if (Buffer.from(publicKey, 'base64').length !== KEY_BYTES)
    throw new ConfigError('TELNYX_PUBLIC_KEY is not a key; copy it from the portal: 44 characters of base64');
  return {
    apiKey,
    publicKey,
    connectionId,
    from,
    apiBaseUrl: read(settings.apiUrl, env),
    machineDetection: read(settings.machineDetection, env),
  };
};

const plivo = (env: Env): PlivoAccount | null => {
  const settings = CARRIERS.plivo;
  const values = allOrNone(env, [settings.authId, settings.authToken, settings.from]);
  if (values === null) return null;
  const [authId = '', authToken = '', from = ''] = values;
  return {
    authId,
    authToken,
    from,
    apiBaseUrl: read(settings.apiUrl, env),
    machineDetection: read(settings.machineDetection, env),
  };
};
