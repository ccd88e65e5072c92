/** Requests to Twilio's REST API below one account. */
import type { Logger } from 'pino';
import { type ApiResult, createHttpApi } from '../../http-api.js';

export interface TwilioAccount {
  readonly accountSid: string;
  /** Signs what Twilio sends us, and opens the interface where there is no key for that. */
  readonly authToken: string;
  /** Opens the interface; it can be revoked without touching what else uses the account. Absent: the auth token does. */
  readonly apiKey?: { readonly sid: string; readonly secret: string };
  /** E.164 caller id. */
  readonly from: string;
  /** Whether Twilio is to find out, for a price, if a machine answers. Default false. */
  readonly machineDetection?: boolean;
  /** Without a trailing slash. */
  readonly apiBaseUrl: string;
  /** How long we wait for an answer to a request, ms. Default 10,000. */
  readonly timeoutMs?: number;
}

export interface TwilioApi {
  /** `path` below the account, as `/Calls.json`. Never throws. */
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
