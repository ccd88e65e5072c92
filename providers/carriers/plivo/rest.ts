/**
 * Plivo's Call resource (docs/reference/protocols/plivo.md "Placing a call", "Looking up and ending a call"), mapped to our outcomes.
 * Nothing throws; any response that is not definite is `unknown`.
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
import { checkPlivoAccount, createPlivoApi, type PlivoAccount, type PlivoApi, toPlivo } from './api.js';
import { reportOf } from './callback.js';
import { stepUrl } from './document.js';

/** Maximum difference between our clock and the carrier's, ms. */
const SKEW_MS = 5_000;
/** Maximum live calls that a search examines. */
const MAX_LIVE = 20;

export const createPlivoRest = (account: PlivoAccount, logger: Logger) => {
  const api = createPlivoApi(account, logger);
  return {
    place: (call: PlaceRequest, signal: AbortSignal): Promise<PlaceOutcome> =>
      place(api, account, logger, call, signal),
    hangUp: (id: string, signal: AbortSignal): Promise<HangUpOutcome> => hangUp(api, logger, id, signal),
    transfer: async (request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome> => {
      const { carrierCallId, to, from, documentUrl, ringTimeoutMs } = request;
      const seconds = Math.round(ringTimeoutMs / 1_000);
      const body = {
        legs: 'aleg',
        aleg_url: stepUrl(documentUrl, {
          type: 'dial',
          to,
          ...(from === undefined ? {} : { from }),
          seconds,
        }),
        aleg_method: 'POST',
      };
      const answer = await api.request('POST', callPath(carrierCallId), signal, body);
      if (answer.type === 'not_sent') return 'refused';
      if (answer.type === 'no_answer') return 'unknown';
      if (answer.status >= 200 && answer.status < 300) return 'accepted';
      noteFailure(logger, 'transfer', { carrierCallId }, answer);
      return isRefusal(answer.status) ? 'refused' : 'unknown';
    },
    checkAccount: (signal: AbortSignal): Promise<AccountOutcome> =>
      checkPlivoAccount(api, account.from, signal),
    lookUp: (request: LookUpRequest, signal: AbortSignal): Promise<LookUpOutcome> =>
      request.carrierCallId === null
        ? search(api, request, signal)
        : status(api, request.carrierCallId, signal),
  };
};

const callPath = (id: string): string => `/Call/${encodeURIComponent(id)}/`;

const place = async (
  api: PlivoApi,
  account: PlivoAccount,
  logger: Logger,
  call: PlaceRequest,
  signal: AbortSignal,
): Promise<PlaceOutcome> => {
  const body = {
    from: toPlivo(call.from ?? account.from),
    to: toPlivo(call.to),
    answer_url: stepUrl(call.documentUrl, { type: 'answer' }),
    answer_method: 'POST',
    ring_url: call.statusUrl,
    ring_method: 'POST',
    hangup_url: call.statusUrl,
    hangup_method: 'POST',
    hangup_on_ring: Math.round(call.ringTimeoutMs / 1_000),
    time_limit: Math.round(call.timeLimitMs / 1_000),
    ...(account.machineDetection
      ? { machine_detection: 'true', machine_detection_url: call.statusUrl, machine_detection_method: 'POST' }
      : {}),
  };
  return placeWithRetries(
    {
      send: () => api.request('POST', '/Call/', signal, body),
      interpret: placement,
      onFailure: (answer) => noteFailure(logger, 'place', { callId: call.callId }, answer),
    },
    signal,
  );
};

/** The meaning of a response to a placement; `not_accepted`: definitely not placed, and a retry may succeed. */
const placement = (answer: ApiResult): PlaceOutcome | 'not_accepted' => {
  if (answer.type === 'not_sent') return 'not_accepted';
  if (answer.type === 'no_answer') return { outcome: 'unknown' };
  const { status: code, body } = answer;
  if (code >= 200 && code < 300 && isRecord(body) && typeof body.request_uuid === 'string')
    return { outcome: 'placed', carrierCallId: body.request_uuid };
  if (code === 429) return 'not_accepted';
  if (!isRefusal(code)) return { outcome: 'unknown' };
  // A 400 concerns the numbers; any other refusal concerns us.
  return { outcome: 'refused', reason: code === 400 ? 'rejected_by_carrier' : 'carrier_failed' };
};

/** A call that has not been answered yet is addressed by its request ID. */
const hangUp = async (
  api: PlivoApi,
  logger: Logger,
  id: string,
  signal: AbortSignal,
): Promise<HangUpOutcome> => {
  for (const path of [callPath(id), `/Request/${encodeURIComponent(id)}/`]) {
    const answer = await api.request('DELETE', path, signal);
    if (answer.type !== 'answered') return 'failed';
    if (answer.status >= 200 && answer.status < 300) return 'accepted';
    if (answer.status !== 404) {
      noteFailure(logger, 'hang_up', { carrierCallId: id }, answer);
      return 'failed';
    }
  }
  return 'gone';
};

/** Queries live calls first; an ended call has a record. */
const status = async (api: PlivoApi, id: string, signal: AbortSignal): Promise<LookUpOutcome> => {
  const live = await api.request('GET', `${callPath(id)}?status=live`, signal);
  if (live.type === 'answered' && live.status === 200) {
    const report = liveReport(id, live.body);
    if (report !== null) return { outcome: 'found', report };
  }
  const record = await api.request('GET', callPath(id), signal);
  if (record.type !== 'answered' || live.type !== 'answered') return { outcome: 'unknown' };
  if (record.status === 404 && live.status === 404) return { outcome: 'not_found' };
  const report = record.status === 200 ? recordReport(id, record.body) : null;
  return report === null ? { outcome: 'unknown' } : { outcome: 'found', report };
};

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const liveReport = (id: string, body: unknown): CarrierReport | null =>
  isRecord(body)
    ? reportOf({ id, status: text(body.call_status), code: '', seconds: '', cost: '', isMachine: false })
    : null;

const recordReport = (id: string, body: unknown): CarrierReport | null =>
  isRecord(body) && text(body.end_time) !== ''
    ? reportOf({
        id,
        status: '',
        code: text(body.hangup_cause_code) || '0',
        seconds: text(body.bill_duration),
        cost: text(body.total_amount),
        isMachine: false,
      })
    : null;

/** Plivo cannot search by a field of ours: a call to the number since then is ours only if it is the only one. */
const search = async (
  api: PlivoApi,
  { to, placedAfter }: LookUpRequest,
  signal: AbortSignal,
): Promise<LookUpOutcome> => {
  const number = toPlivo(to);
  const since = plivoTime(placedAfter - SKEW_MS);
  const query = new URLSearchParams({ to_number: number, end_time__gte: since });
  const [live, ended] = await Promise.all([
    api.request('GET', '/Call/?status=live', signal),
    api.request('GET', `/Call/?${query.toString()}`, signal),
  ]);
  const uuids = live.type === 'answered' && isRecord(live.body) ? live.body.calls : null;
  const records = ended.type === 'answered' && isRecord(ended.body) ? ended.body.objects : null;
  if (!Array.isArray(uuids) || !Array.isArray(records) || uuids.length > MAX_LIVE)
    return { outcome: 'unknown' };
  const reports: CarrierReport[] = records.filter(isRecord).flatMap((record) => {
    const began = text(record.initiation_time);
    const report = began >= since ? recordReport(text(record.call_uuid), record) : null;
    return report === null ? [] : [report];
  });
  for (const uuid of uuids.map(text)) {
    const answer = await api.request('GET', `${callPath(uuid)}?status=live`, signal);
    if (answer.type !== 'answered') return { outcome: 'unknown' };
    if (!isRecord(answer.body) || text(answer.body.to) !== number) continue;
    const report = liveReport(uuid, answer.body);
    if (report !== null) reports.push(report);
  }
  const [only, ...others] = reports;
  if (only === undefined) return { outcome: 'not_found' };
  return others.length > 0 ? { outcome: 'unknown' } : { outcome: 'found', report: only };
};

/** `yyyy-MM-dd HH:mm:ss`, UTC. */
const plivoTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Logs failed requests, without Plivo's message. Requests without a response are already logged by http-api.ts. */
const noteFailure = (
  logger: Logger,
  operation: 'place' | 'hang_up' | 'transfer',
  ids: { readonly callId?: string; readonly carrierCallId?: string },
  answer: ApiResult,
): void => {
  if (answer.type !== 'answered') return;
  logger.warn({ event: 'carrier.request_failed', asked: operation, ...ids, status: answer.status });
};
