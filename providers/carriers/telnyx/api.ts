/** Requests to Telnyx's REST API, and the check of our account there. */
import type { Logger } from 'pino';
import { isRecord } from '../../../schemas/json.js';
import { type ApiResult, createHttpApi } from '../../http-api.js';
import { type AccountOutcome, accountOutcome } from '../carrier.js';

export interface TelnyxAccount {
  readonly apiKey: string;
  /** Base64, 32 bytes: verifies the signatures of its webhooks. */
  readonly publicKey: string;
  /** The Call Control application. */
  readonly connectionId: string;
  /** E.164 caller ID. */
  readonly from: string;
  /** Including the version, without a trailing slash. */
  readonly apiBaseUrl: string;
  /** Whether Telnyx detects answering machines, at a charge. */
  readonly machineDetection: boolean;
}

export interface TelnyxApi {
  /** Never throws. */
  get(path: string, signal: AbortSignal): Promise<ApiResult>;
  /** Never throws. */
  post(path: string, body: object, signal: AbortSignal): Promise<ApiResult>;
}

export const createTelnyxApi = ({ apiKey, apiBaseUrl }: TelnyxAccount, logger: Logger): TelnyxApi => {
  const api = createHttpApi({ baseUrl: apiBaseUrl, event: 'carrier.no_answer' }, logger);
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    get: (path, signal) => api.request('GET', path, { headers, signal }),
    post: (path, body, signal) => api.request('POST', path, { headers, body, signal }),
  };
};

/** The path of a command to a call. */
export const actionPath = (callControlId: string, action: string): string =>
  `/calls/${encodeURIComponent(callControlId)}/actions/${action}`;

/** The `data` of a response. */
export const dataOf = (answer: ApiResult): unknown =>
  answer.type === 'answered' && isRecord(answer.body) ? answer.body.data : null;

export interface TelnyxError {
  readonly code: string;
  /** JSON pointer to the invalid part of the request; empty if absent. */
  readonly pointer: string;
}

export const errorsOf = (answer: ApiResult): readonly TelnyxError[] => {
  if (answer.type !== 'answered' || !isRecord(answer.body) || !Array.isArray(answer.body.errors)) return [];
  return answer.body.errors.filter(isRecord).map(({ code, source }) => ({
    code: String(code ?? ''),
    pointer: isRecord(source) && typeof source.pointer === 'string' ? source.pointer : '',
  }));
};

/** Encodes text that Telnyx returns with each webhook of a call. */
export const clientState = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** Whether our application exists, and its account has the number (docs/reference/protocols/telnyx.md). Never throws. */
export const checkTelnyxAccount = async (
  api: TelnyxApi,
  { connectionId, from }: Pick<TelnyxAccount, 'connectionId' | 'from'>,
  signal: AbortSignal,
): Promise<AccountOutcome> => {
  const path = `/call_control_applications/${encodeURIComponent(connectionId)}`;
  const application = accountOutcome(await api.get(path, signal), 'application_unknown');
  if (application !== 'accepted') return application;
  const answer = await api.get(`/phone_numbers?filter%5Bphone_number%5D=${encodeURIComponent(from)}`, signal);
  return accountOutcome(answer, 'number_unknown', () => {
    const numbers = dataOf(answer);
    return Array.isArray(numbers) && numbers.length > 0;
  });
};
