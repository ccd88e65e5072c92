/** The carriers of calls, read from the environment. */
import { PLIVO_API, type PlivoAccount } from '../../providers/carriers/plivo/index.js';
import { TELNYX_API, type TelnyxAccount } from '../../providers/carriers/telnyx/index.js';
import {
  TWILIO_API,
  TWILIO_REGIONS,
  type TwilioAccount,
  twilioAddress,
} from '../../providers/carriers/twilio/index.js';
import { ConfigError } from './error.js';

type Env = Readonly<Record<string, string | undefined>>;

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

/** The values in the order of their names, or null if none of them is set. @throws ConfigError if only some are */
const allOrNone = (env: Env, names: readonly string[]): readonly string[] | null => {
  const values = names.flatMap((name) => env[name] ?? []);
  if (values.length === 0) return null;
  if (values.length === names.length) return values;
  throw new ConfigError(`set all of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, or none of them`);
};

const address = (env: Env, name: string, fallback: string): string => {
  const url = env[name] ?? fallback;
  if (!URL.canParse(url)) throw new ConfigError(`${name} is "${url}"; write an address like ${fallback}`);
  return url.replace(/\/+$/, '');
};

/** @throws ConfigError */
const regionalApi = (env: Env): string => {
  const values = allOrNone(env, ['TWILIO_REGION', 'TWILIO_EDGE']);
  if (values === null) return TWILIO_API;
  const [region = '', edge = ''] = values;
  const found = twilioAddress(region, edge);
  if (found !== null) return found;
  throw new ConfigError(
    `TWILIO_REGION is "${region}" and TWILIO_EDGE "${edge}", which do not belong together; write ${TWILIO_REGIONS}, or the address in TWILIO_API_URL`,
  );
};

const twilio = (env: Env): TwilioAccount | null => {
  const values = allOrNone(env, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']);
  if (values === null) return null;
  const [accountSid = '', authToken = '', from = ''] = values;
  const key = allOrNone(env, ['TWILIO_API_KEY_SID', 'TWILIO_API_KEY_SECRET']);
  const [sid = '', secret = ''] = key ?? [];
  if (key !== null && !sid.startsWith('SK'))
    throw new ConfigError(`TWILIO_API_KEY_SID is "${sid}"; the SID of an API key begins with SK`);
  return {
    accountSid,
    authToken,
    ...(key === null ? {} : { apiKey: { sid, secret } }),
    from,
    apiBaseUrl: address(env, 'TWILIO_API_URL', regionalApi(env)),
    machineDetection: env.TWILIO_MACHINE_DETECTION === '1',
  };
};

const KEY_BYTES = 32;

const telnyx = (env: Env): TelnyxAccount | null => {
  const names = ['TELNYX_API_KEY', 'TELNYX_PUBLIC_KEY', 'TELNYX_CONNECTION_ID', 'TELNYX_FROM'];
  const values = allOrNone(env, names);
  if (values === null) return null;
  const [apiKey = '', publicKey = '', connectionId = '', from = ''] = values;
  if (Buffer.from(publicKey, 'base64').length !== KEY_BYTES)
    throw new ConfigError('TELNYX_PUBLIC_KEY is not a key; copy it from the portal: 44 characters of base64');
  return {
    apiKey,
    publicKey,
    connectionId,
    from,
    apiBaseUrl: address(env, 'TELNYX_API_URL', TELNYX_API),
    machineDetection: env.TELNYX_MACHINE_DETECTION === '1',
  };
};

const plivo = (env: Env): PlivoAccount | null => {
  const values = allOrNone(env, ['PLIVO_AUTH_ID', 'PLIVO_AUTH_TOKEN', 'PLIVO_FROM']);
  if (values === null) return null;
  const [authId = '', authToken = '', from = ''] = values;
  return {
    authId,
    authToken,
    from,
    apiBaseUrl: address(env, 'PLIVO_API_URL', PLIVO_API),
    machineDetection: env.PLIVO_MACHINE_DETECTION === '1',
  };
};
