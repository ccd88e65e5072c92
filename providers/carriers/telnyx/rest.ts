/**
 * Telnyx's call control (docs/reference/protocols/telnyx.md "Placing a call", "Looking up and ending a call",
 * "Putting a customer through"), mapped to our outcomes. Nothing throws; any response that is not definite is `unknown`.
 */
import type { Logger } from 'pino';
import { isRecord } from '../../../schemas/json.js';
import type { ApiResult } from '../../http-api.js';
import type {
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
import {
  actionPath,
  clientState,
  createTelnyxApi,
  dataOf,
  errorsOf,
  type TelnyxAccount,
  type TelnyxApi,
} from './api.js';
import { PUT_THROUGH } from './webhook.js';

const CALL_HAS_ENDED = '90018';
/** Telnyx's largest page, and the maximum number of pages read. */
const PAGE_SIZE = 250;
const MAX_PAGES = 20;

/** The parameters of each stream of a call: µ-law, both directions. */
export const streamOf = (mediaUrl: string): object => ({
  stream_url: mediaUrl,
  stream_track: 'inbound_track',
  stream_codec: 'PCMU',
  stream_bidirectional_mode: 'rtp',
  stream_bidirectional_codec: 'PCMU',
});

export const createTelnyxRest = (account: TelnyxAccount, logger: Logger) => {
  const api = createTelnyxApi(account, logger);
  return {
    api,
    place: (call: PlaceRequest, signal: AbortSignal): Promise<PlaceOutcome> =>
      place(api, account, logger, call, signal),
    hangUp: async (id: string, signal: AbortSignal): Promise<HangUpOutcome> => {
      const answer = await api.post(actionPath(id, 'hangup'), {}, signal);
      if (answer.type !== 'answered') return 'failed';
      if (answer.status === 200) return 'accepted';
      if (answer.status === 404 || hasEnded(answer)) return 'gone';
      noteFailure(logger, 'hang_up', { carrierCallId: id }, answer);
      return 'failed';
    },
    transfer: (request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome> =>
      transfer(api, account, logger, request, signal),
    lookUp: (request: LookUpRequest, signal: AbortSignal): Promise<LookUpOutcome> =>
      request.carrierCallId === null
        ? search(api, account, logger, request.callId, signal)
        : status(api, logger, request.callId, request.carrierCallId, signal),
  };
};

const place = async (
  api: TelnyxApi,
  account: TelnyxAccount,
  logger: Logger,
  call: PlaceRequest,
  signal: AbortSignal,
): Promise<PlaceOutcome> => {
  const body = {
    connection_id: account.connectionId,
    from: call.from ?? account.from,
    to: call.to,
    webhook_url: call.statusUrl,
    timeout_secs: Math.round(call.ringTimeoutMs / 1_000),
    time_limit_secs: Math.round(call.timeLimitMs / 1_000),
    client_state: clientState(call.callId),
    // Telnyx executes a repeated command once within a minute.
    command_id: call.callId,
    answering_machine_detection: account.machineDetection ? 'detect' : 'disabled',
    ...streamOf(call.mediaUrl),
  };
  return placeWithRetries(
    {
      send: () => api.post('/calls', body, signal),
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
  const data = dataOf(answer);
  if (answer.status < 300 && isRecord(data) && typeof data.call_control_id === 'string')
    return { outcome: 'placed', carrierCallId: data.call_control_id };
  if (answer.status === 429) return 'not_accepted';
  return isRefusal(answer.status) ? { outcome: 'refused', reason: refusal(answer) } : { outcome: 'unknown' };
};

const refusal = (
  answer: Extract<ApiResult, { type: 'answered' }>,
): Extract<PlaceOutcome, { outcome: 'refused' }>['reason'] => {
  const errors = errorsOf(answer);
  if (errors.some(({ pointer }) => pointer === '/to')) return 'invalid_number';
  const isOurs = answer.status === 401 || answer.status === 404 || errors.length === 0;
  // A pointer to another part of our request: another number would be refused too.
  return isOurs || errors.some(({ pointer }) => pointer !== '') ? 'carrier_failed' : 'rejected_by_carrier';
};

/** The stream would continue next to the other leg, so it is stopped here; its client state marks the reason (webhook.ts). */
const transfer = async (
  api: TelnyxApi,
  account: TelnyxAccount,
  logger: Logger,
  { carrierCallId, to, from = account.from, documentUrl, ringTimeoutMs }: TransferRequest,
  signal: AbortSignal,
): Promise<TransferOutcome> => {
  const body = {
    to,
    from,
    timeout_secs: Math.round(ringTimeoutMs / 1_000),
    webhook_url: documentUrl,
    client_state: clientState(PUT_THROUGH),
    target_leg_client_state: clientState(carrierCallId),
  };
  const answer = await api.post(actionPath(carrierCallId, 'transfer'), body, signal);
  if (answer.type === 'not_sent') return 'refused';
  if (answer.type === 'no_answer') return 'unknown';
  if (answer.status !== 200) {
    noteFailure(logger, 'transfer', { carrierCallId }, answer);
    return isRefusal(answer.status) ? 'refused' : 'unknown';
  }
  const stop = { client_state: clientState(PUT_THROUGH) };
  const stopped = await api.post(actionPath(carrierCallId, 'streaming_stop'), stop, signal);
  if (stopped.type !== 'answered' || stopped.status !== 200)
    noteFailure(logger, 'transfer', { carrierCallId }, stopped);
  return 'accepted';
};

const status = async (
  api: TelnyxApi,
  logger: Logger,
  callId: string,
  carrierCallId: string,
  signal: AbortSignal,
): Promise<LookUpOutcome> => {
  const answer = await api.get(`/calls/${encodeURIComponent(carrierCallId)}`, signal);
  if (answer.type !== 'answered') return { outcome: 'unknown' };
  if (answer.status === 404) return { outcome: 'not_found' };
  const data = dataOf(answer);
  if (answer.status === 200 && isRecord(data) && typeof data.is_alive === 'boolean')
    return { outcome: 'found', report: aliveReport(carrierCallId, data.is_alive) };
  noteFailure(logger, 'look_up', { callId }, answer);
  return { outcome: 'unknown' };
};

/** Telnyx does not report here whether a live call was answered. */
const aliveReport = (carrierCallId: string, isAlive: boolean): CarrierReport => ({
  carrierCallId,
  progress: isAlive ? 'ringing' : 'ended',
});

/** Each call carries our own ID; ended calls are not in the list. */
const search = async (
  api: TelnyxApi,
  { connectionId }: TelnyxAccount,
  logger: Logger,
  callId: string,
  signal: AbortSignal,
): Promise<LookUpOutcome> => {
  const state = clientState(callId);
  let after = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({ 'page[limit]': String(PAGE_SIZE) });
    if (after !== '') query.set('page[after]', after);
    const path = `/connections/${encodeURIComponent(connectionId)}/active_calls?${query.toString()}`;
    const answer = await api.get(path, signal);
    const calls = dataOf(answer);
    if (answer.type !== 'answered' || answer.status !== 200 || !Array.isArray(calls)) {
      noteFailure(logger, 'look_up', { callId }, answer);
      return { outcome: 'unknown' };
    }
    const ours = calls.find((call) => isRecord(call) && call.client_state === state);
    if (isRecord(ours) && typeof ours.call_control_id === 'string')
      return { outcome: 'found', report: aliveReport(ours.call_control_id, true) };
    const cursor = nextCursor(answer.body);
    if (cursor === null) return { outcome: 'not_found' };
    after = cursor;
  }
  return { outcome: 'unknown' };
};

const nextCursor = (body: unknown): string | null => {
  const meta = isRecord(body) ? body.meta : null;
  const cursors = isRecord(meta) ? meta.cursors : null;
  return isRecord(cursors) && typeof cursors.after === 'string' && cursors.after !== ''
    ? cursors.after
    : null;
};

const hasEnded = (answer: ApiResult): boolean => errorsOf(answer).some(({ code }) => code === CALL_HAS_ENDED);

/** Logs failed requests, without Telnyx's message. Requests without a response are already logged by http-api.ts. */
const noteFailure = (
  logger: Logger,
  operation: 'place' | 'hang_up' | 'transfer' | 'look_up',
  ids: { readonly callId?: string; readonly carrierCallId?: string },
  answer: ApiResult,
): void => {
  if (answer.type !== 'answered') return;
  const codes = errorsOf(answer).map(({ code }) => code);
  logger.warn({ event: 'carrier.request_failed', asked: operation, ...ids, status: answer.status, codes });
};
