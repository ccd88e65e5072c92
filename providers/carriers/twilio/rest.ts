/**
 * Twilio's Calls resource (docs/reference/protocols/twilio.md "Placing a call", "Looking up and ending a call"), mapped to our
 * outcomes. Nothing throws; any response that is not definite is `unknown`.
 */
import type { Logger } from 'pino';
import { isRecord } from '../../../schemas/json.js';
import type { ApiResult } from '../../http-api.js';
import type {
  AccountOutcome,
  CarrierReport,
  HangUpOutcome,
  LookUpOutcome,
  LookUpRequest,
  PlaceOutcome,
  PlaceRequest,
  TransferOutcome,
  TransferRequest,
} from '../carrier.js';
import { isRefusal, placeWithRetries } from '../place-with-retries.js';
import { checkTwilioAccount, createTwilioApi, type TwilioAccount } from './api.js';
import { reportOf } from './call-resource.js';
import { dialTwiml, streamTwiml } from './twiml.js';

/** Maximum difference between our clock and the carrier's, ms. */
const SKEW_MS = 5_000;
/** Twilio's largest page. */
const PAGE_SIZE = 1_000;
const EVENTS = ['initiated', 'ringing', 'answered', 'completed'] as const;

/** Refusals that are about the number (docs/reference/protocols/twilio.md "Refusals"). */
const INVALID_NUMBER = new Set([21_211, 21_214, 21_217]);
/** Refusals caused by us: by our request or our account. Another number would be refused too. */
const OUR_FAULT = new Set([20_003, 20_404, 21_200, 21_210]);
const CALL_NOT_IN_PROGRESS = 21_220;
const NO_SUCH_RESOURCE = 20_404;

const text = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

const parseCall = (value: unknown): CarrierReport | null => {
  if (!isRecord(value) || typeof value.sid !== 'string') return null;
  return reportOf({
    sid: value.sid,
    status: text(value.status),
    durationSeconds: text(value.duration),
    price: text(value.price),
    sipResponseCode: null,
    answeredBy: text(value.answered_by),
  });
};

/** Logs failed requests. Requests without a response are already logged by http-api.ts. */
const failureNotes =
  (logger: Logger) =>
  (
    operation: 'place' | 'hang_up' | 'transfer' | 'look_up',
    ids: { readonly callId?: string; readonly carrierCallId?: string },
    answer: ApiResult,
  ): void => {
    if (answer.type !== 'answered') return;
    // Without Twilio's message: it contains the number.
    const { status, body } = answer;
    logger.warn({ event: 'carrier.request_failed', asked: operation, ...ids, status, code: codeOf(body) });
  };

export const createTwilioRest = (account: TwilioAccount, logger: Logger) => {
  const api = createTwilioApi(account, logger);

  const noteFailure = failureNotes(logger);

  /** One page of calls to a number; null if Twilio does not respond, or if there are further pages. */
  const list = async (
    callId: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly unknown[] | null> => {
    const params = new URLSearchParams({ ...query, PageSize: String(PAGE_SIZE) });
    const answer = await api.get(`/Calls.json?${params.toString()}`, signal);
    if (answer.type !== 'answered' || answer.status !== 200) {
      noteFailure('look_up', { callId }, answer);
      return null;
    }
    if (!isRecord(answer.body) || !Array.isArray(answer.body.calls)) return null;
    const more = answer.body.next_page_uri;
    return typeof more === 'string' && more !== '' ? null : answer.body.calls;
  };

  /**
   * Twilio cannot search by a field of ours: a call to the number since then is ours only if it is the only one. The
   * start-time filter has a resolution of days, and a call in Twilio's queue has no start time yet.
   */
  const search = async (request: LookUpRequest, signal: AbortSignal): Promise<LookUpOutcome> => {
    const since = new Date(request.placedAfter - SKEW_MS).toISOString().slice(0, 10);
    const [started, queued] = await Promise.all([
      list(request.callId, { To: request.to, 'StartTime>': since }, signal),
      list(request.callId, { To: request.to, Status: 'queued' }, signal),
    ]);
    if (started === null || queued === null) return { outcome: 'unknown' };
    const candidates = new Map<string, unknown>();
    for (const call of [...queued, ...started])
      if (isCandidate(call, request)) candidates.set(call.sid, call);
    const [only, ...others] = candidates.values();
    if (only === undefined) return { outcome: 'not_found' };
    const report = others.length === 0 ? parseCall(only) : null;
    return report === null ? { outcome: 'unknown' } : { outcome: 'found', report };
  };

  return {
    place: async (call: PlaceRequest, signal: AbortSignal): Promise<PlaceOutcome> => {
      const form = new URLSearchParams({
        To: call.to,
        From: call.from ?? account.from,
        Twiml: streamTwiml(call.mediaUrl),
        StatusCallback: call.statusUrl,
        Timeout: String(Math.round(call.ringTimeoutMs / 1_000)),
        TimeLimit: String(Math.round(call.timeLimitMs / 1_000)),
      });
      for (const event of EVENTS) form.append('StatusCallbackEvent', event);
      if (account.machineDetection === true) {
        form.set('MachineDetection', 'Enable');
        // The call is connected without waiting for the verdict.
        form.set('AsyncAmd', 'true');
        form.set('AsyncAmdStatusCallback', call.statusUrl);
      }
      return placeWithRetries(
        {
          send: () => api.post('/Calls.json', form, signal),
          interpret: placement,
          onFailure: (answer) => noteFailure('place', { callId: call.callId }, answer),
        },
        signal,
      );
    },

    hangUp: async (sid: string, signal: AbortSignal): Promise<HangUpOutcome> => {
      const form = new URLSearchParams({ Status: 'completed' });
      const answer = await api.post(`/Calls/${encodeURIComponent(sid)}.json`, form, signal);
      if (answer.type !== 'answered') return 'failed';
      if (answer.status === 200) return 'accepted';
      // Both mean that the call has ended (docs/reference/protocols/twilio.md "Looking up and ending a call").
      const code = codeOf(answer.body);
      if (code === CALL_NOT_IN_PROGRESS || code === NO_SUCH_RESOURCE) return 'gone';
      noteFailure('hang_up', { carrierCallId: sid }, answer);
      return 'failed';
    },

    transfer: async (request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome> => {
      const { carrierCallId } = request;
      const form = new URLSearchParams({ Twiml: dialTwiml(request.from ?? account.from, request) });
      const answer = await api.post(`/Calls/${encodeURIComponent(carrierCallId)}.json`, form, signal);
      if (answer.type === 'not_sent') return 'refused';
      if (answer.type === 'no_answer') return 'unknown';
      if (answer.status === 200) return 'accepted';
      noteFailure('transfer', { carrierCallId }, answer);
      return isRefusal(answer.status) ? 'refused' : 'unknown';
    },

    checkAccount: (signal: AbortSignal): Promise<AccountOutcome> =>
      checkTwilioAccount(api, account.from, signal),

    lookUp: async (request: LookUpRequest, signal: AbortSignal): Promise<LookUpOutcome> => {
      if (request.carrierCallId === null) return search(request, signal);
      const answer = await api.get(`/Calls/${encodeURIComponent(request.carrierCallId)}.json`, signal);
      if (answer.type !== 'answered') return { outcome: 'unknown' };
      if (answer.status === 404 && codeOf(answer.body) === NO_SUCH_RESOURCE) return { outcome: 'not_found' };
      const report = answer.status === 200 ? parseCall(answer.body) : null;
      if (report !== null) return { outcome: 'found', report };
      noteFailure('look_up', { callId: request.callId }, answer);
      return { outcome: 'unknown' };
    },
  };
};

/** The meaning of a response to a placement; `not_accepted`: definitely not placed, and a retry may succeed. */
const placement = (answer: ApiResult): PlaceOutcome | 'not_accepted' => {
  if (answer.type === 'not_sent') return 'not_accepted';
  if (answer.type === 'no_answer') return { outcome: 'unknown' };
  const { status, body } = answer;
  if (status >= 200 && status < 300 && isRecord(body) && typeof body.sid === 'string')
    return { outcome: 'placed', carrierCallId: body.sid };
  if (status === 429) return 'not_accepted';
  if (isRefusal(status)) return { outcome: 'refused', reason: refusal(answer) };
  return { outcome: 'unknown' };
};

const refusal = ({
  status,
  body,
}: Extract<ApiResult, { type: 'answered' }>): Extract<PlaceOutcome, { outcome: 'refused' }>['reason'] => {
  const code = codeOf(body);
  if (code !== null && INVALID_NUMBER.has(code)) return 'invalid_number';
  if (status === 401 || status === 403 || code === null || OUR_FAULT.has(code)) return 'carrier_failed';
  return 'rejected_by_carrier';
};

const codeOf = (body: unknown): number | null =>
  isRecord(body) && typeof body.code === 'number' ? body.code : null;

const isCandidate = (call: unknown, request: LookUpRequest): call is { readonly sid: string } =>
  isRecord(call) &&
  typeof call.sid === 'string' &&
  call.direction === 'outbound-api' &&
  call.to === request.to &&
  Date.parse(text(call.date_created) ?? '') >= request.placedAfter - SKEW_MS;
