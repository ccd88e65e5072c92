/** Requests to Plivo's REST API within one account, and the check of that account. */
import type { Logger } from 'pino';
import { type ApiResult, createHttpApi } from '../../http-api.js';
import { type AccountOutcome, accountOutcome } from '../carrier.js';

export interface PlivoAccount {
  readonly authId: string;
  readonly authToken: string;
  /** E.164 caller ID. */
  readonly from: string;
  /** Without a trailing slash. */
  readonly apiBaseUrl: string;
  /** Whether Plivo detects answering machines. */
  readonly machineDetection: boolean;
}

export interface PlivoApi {
  /** `path` is relative to the account, with its trailing slash. Never throws. */
  request(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<ApiResult>;
}

export const createPlivoApi = ({ authId, authToken, apiBaseUrl }: PlivoAccount, logger: Logger): PlivoApi => {
  const api = createHttpApi(
    { baseUrl: `${apiBaseUrl}/v1/Account/${authId}`, event: 'carrier.no_answer' },
    logger,
  );
  const headers = { authorization: `Basic ${Buffer.from(`${authId}:${authToken}`).toString('base64')}` };
  return {
    request: (method, path, signal, body) =>
      api.request(method, path, body === undefined ? { headers, signal } : { headers, signal, body }),
  };
};

/** Plivo writes numbers without the plus sign. */
export const toPlivo = (e164: string): string => e164.replace(/^\+/, '');

/** Whether our account has the number (docs/reference/protocols/plivo.md). `from`: E.164. Never throws. */
export const checkPlivoAccount = async (
  api: PlivoApi,
  from: string,
  signal: AbortSignal,
): Promise<AccountOutcome> => {
  // The account is checked first, because either request may answer 404.
  const account = accountOutcome(await api.request('GET', '/', signal), 'refused');
  if (account !== 'accepted') return account;
  const answer = await api.request('GET', `/Number/${toPlivo(from)}/`, signal);
  return accountOutcome(answer, 'number_unknown');
};
