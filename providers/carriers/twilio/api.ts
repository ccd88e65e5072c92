/** Requests to Twilio's REST API within one account, and the check of that account. */
import type { Logger } from 'pino';
import { isRecord } from '../../../schemas/json.js';
import { type ApiResult, createHttpApi } from '../../http-api.js';
import { type AccountOutcome, accountOutcome } from '../carrier.js';

export interface TwilioAccount {
  readonly accountSid: string;
  /** Signs Twilio's requests to us, and authenticates ours if there is no API key. */
  readonly authToken: string;
  /** Authenticates our requests; can be revoked without affecting other users of the account. Absent: the auth token is used. */
  readonly apiKey?: { readonly sid: string; readonly secret: string };
  /** E.164 caller ID. */
  readonly from: string;
  /** Whether Twilio detects answering machines, at a charge. Default false. */
  readonly machineDetection?: boolean;
  /** Without a trailing slash. */
  readonly apiBaseUrl: string;
  /** How long to wait for a response, ms. Default 10,000. */
  readonly timeoutMs?: number;
}

interface TwilioApi {
  /** `path` is relative to the account, such as `/Calls.json`. Never throws. */
  get(path: string, signal: AbortSignal): Promise<ApiResult>;
  /** Never throws. */
  post(path: string, form: URLSearchParams, signal: AbortSignal): Promise<ApiResult>;
}

export const createTwilioApi = (account: TwilioAccount, logger: Logger): TwilioApi => {
  const { accountSid, authToken, apiKey, apiBaseUrl, timeoutMs } = account;
  const { sid, secret } = apiKey ?? { sid: accountSid, secret: authToken };
  const api = createHttpApi(
    {
      baseUrl: `${apiBaseUrl}/2010-04-01/Accounts/${accountSid}`,
      event: 'carrier.no_answer',
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    logger,
  );
  const headers = {
    authorization: `Basic ${Buffer.from(`${sid}:${secret}`).toString('base64')}`,
  };
  return {
    get: (path, signal) => api.request('GET', path, { headers, signal }),
    post: (path, form, signal) => api.request('POST', path, { headers, body: form, signal }),
  };
};

const listed =
  (name: string) =>
  (body: unknown): boolean => {
    const list = isRecord(body) ? body[name] : null;
    return Array.isArray(list) && list.length > 0;
  };

/**
 * Whether our account may call from the number: it must own or have verified it (docs/reference/protocols/twilio.md).
 * `from`: E.164. Never throws.
 */
export const checkTwilioAccount = async (
  api: TwilioApi,
  from: string,
  signal: AbortSignal,
): Promise<AccountOutcome> => {
  const query = `PhoneNumber=${encodeURIComponent(from)}`;
  const own = accountOutcome(
    await api.get(`/IncomingPhoneNumbers.json?${query}`, signal),
    'number_unknown',
    listed('incoming_phone_numbers'),
  );
  if (own !== 'number_unknown') return own;
  return accountOutcome(
    await api.get(`/OutgoingCallerIds.json?${query}`, signal),
    'number_unknown',
    listed('outgoing_caller_ids'),
  );
};
