/** Requests to Telnyx's REST API. */
import type { Logger } from 'pino';
import { isRecord } from '../../../schemas/json.js';
import { type ApiResult, createHttpApi } from '../../http-api.js';

export interface TelnyxAccount {
  readonly apiKey: string;
  /** Base64, 32 bytes: what its webhooks are signed with. */
  readonly publicKey: string;
  /** The Call Control application. */
  readonly connectionId: string;
  /** E.164 caller id. */
  readonly from: string;
  /** With its version, without a trailing slash. */
  readonly apiBaseUrl: string;
  /** Whether Telnyx is to find out, for a price, if a machine answers. */
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

/** Path of a command to a call. */
export const actionPath = (callControlId: string, action: string): string =>
  `/calls/${encodeURIComponent(callControlId)}/actions/${action}`;

/** The `data` of an answer. */
export const dataOf = (answer: ApiResult): unknown =>
  answer.type === 'answered' && isRecord(answer.body) ? answer.body.data : null;

export interface TelnyxError {
  readonly code: string;
  /** JSON pointer to what of the request is wrong; empty where none is given. */
  readonly pointer: string;
}

export const errorsOf = (answer: ApiResult): readonly TelnyxError[] => {
  if (answer.type !== 'answered' || !isRecord(answer.body) || !Array.isArray(answer.body.errors)) return [];
  return answer.body.errors.filter(isRecord).map(({ code, source }) => ({
    code: String(code ?? ''),
    pointer: isRecord(source) && typeof source.pointer === 'string' ? source.pointer : '',
  }));
};

/** Text that Telnyx gives back with each webhook of a call. */
export const clientState = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
