/** The simulated part of Telnyx's call control. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord } from '../../support/json.js';
import { answerPlaced, isRateLimited, json } from '../answers.js';
import type { SimulatedCall } from '../call-history.js';
import { type Exchange, mayCallFrom, placeCall, scriptFor } from '../exchange.js';
import { send } from '../network-dialect.js';
import { eventTo, type TelnyxState, telnyxDialect } from './dialect.js';

type Fields = Readonly<Record<string, unknown>>;

const refuse = (res: ServerResponse, status: number, code: string, pointer = ''): void =>
  json(res, status, { errors: [{ code, title: 'refused', detail: 'refused', source: { pointer } }] });

const ok = (res: ServerResponse): void => json(res, 200, { data: { result: 'ok' } });

const ENDED: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);
const hasEnded = (call: SimulatedCall): boolean => ENDED.has(call.status());

/** The state of the calls placed through this API, by ID. */
const states = new WeakMap<Exchange, Map<string, TelnyxState>>();
const statesOf = (exchange: Exchange): Map<string, TelnyxState> => {
  const known = states.get(exchange) ?? new Map<string, TelnyxState>();
  states.set(exchange, known);
  return known;
};

/** Handles a request below `/v2/`; `body` is JSON. */
export const answerTelnyx = (
  exchange: Exchange,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  body: string,
): void => {
  const [, , collection = '', id = '', part = '', action = ''] = url.pathname.split('/');
  const parsed: unknown = body === '' ? {} : JSON.parse(body);
  const fields = isRecord(parsed) ? parsed : {};
  if (collection === 'call_control_applications') return application(res, id);
  if (collection === 'phone_numbers') return numbers(exchange, res, url);
  if (collection === 'connections' && part === 'active_calls') return active(exchange, res);
  if (collection === 'calls' && id === '' && req.method === 'POST') return create(exchange, res, fields);
  const known = collection === 'calls' ? exchange.calls.get(decodeURIComponent(id)) : undefined;
  if (known === undefined) return refuse(res, 404, '10005');
  if (part === 'actions') return act(exchange, res, known.call, action, fields);
  return json(res, 200, { data: resource(exchange, known.call) });
};

/** Telnyx application IDs consist of digits. */
const application = (res: ServerResponse, id: string): void =>
  /^[0-9]+$/.test(id)
    ? json(res, 200, { data: { id, record_type: 'call_control_application', active: true } })
    : refuse(res, 404, '10005');

const numbers = (exchange: Exchange, res: ServerResponse, url: URL): void => {
  const number = url.searchParams.get('filter[phone_number]') ?? '';
  const data = mayCallFrom(exchange, number)
    ? [{ id: '1', record_type: 'phone_number', phone_number: number, status: 'active' }]
    : [];
  json(res, 200, {
    data,
    meta: { page_number: 1, page_size: 20, total_pages: 1, total_results: data.length },
  });
};

const resource = (exchange: Exchange, call: SimulatedCall): object => ({
  record_type: 'call',
  call_control_id: call.request.sid,
  call_leg_id: call.request.sid,
  call_session_id: call.request.sid,
  is_alive: !hasEnded(call),
  client_state: statesOf(exchange).get(call.request.sid)?.clientState ?? '',
});

const active = (exchange: Exchange, res: ServerResponse): void => {
  const liveCalls = [...exchange.calls.values()].filter(({ call }) => !hasEnded(call));
  return json(res, 200, {
    data: liveCalls.map(({ call }) => resource(exchange, call)),
    meta: { cursors: { before: null, after: null } },
  });
};

const create = (exchange: Exchange, res: ServerResponse, fields: Fields): void => {
  const field = (name: string): string => String(fields[name] ?? '');
  const to = field('to');
  const script = scriptFor(exchange, to);
  if (field('connection_id') === '') return refuse(res, 422, '10015', '/connection_id');
  if (!/^\+[1-9][0-9]{7,14}$/.test(to) || script.rest === 'invalid_number')
    return refuse(res, 422, '10016', '/to');
  if (script.rest === 'refuse') return refuse(res, 403, '90050');
  if (isRateLimited(res, script.rest, to, exchange.refusedOnce)) return refuse(res, 429, '10011');
  const state: TelnyxState = { clientState: field('client_state') };
  const call = placeCall(
    exchange,
    script,
    telnyxDialect(exchange.authToken, field('stream_url'), state),
    {
      to,
      from: field('from'),
      twiml: '',
      statusCallback: field('webhook_url'),
      timeoutMs: Number(fields.timeout_secs ?? 30) * 1_000,
    },
    'v3:',
  );
  statesOf(exchange).set(call.request.sid, state);
  if (script.rest === 'error_after_create') return refuse(res, 500, '10007');
  return answerPlaced(res, script.rest, 200, { data: { ...resource(exchange, call), is_alive: false } });
};

const act = (
  exchange: Exchange,
  res: ServerResponse,
  call: SimulatedCall,
  action: string,
  fields: Fields,
): void => {
  if (hasEnded(call)) return refuse(res, 422, '90018');
  const state = statesOf(exchange).get(call.request.sid);
  if (state !== undefined && typeof fields.client_state === 'string') state.clientState = fields.client_state;
  switch (action) {
    case 'hangup':
      call.hangUp();
      return ok(res);
    case 'streaming_stop':
      return call.redirect([{ type: 'wait' }]) ? ok(res) : refuse(res, 422, '90034');
    case 'streaming_start': {
      const verbs = [{ type: 'connect', url: String(fields.stream_url ?? '') }, { type: 'wait' }] as const;
      return call.redirect(verbs) ? ok(res) : refuse(res, 422, '90034');
    }
    case 'transfer':
      if (!call.isAnswered()) return refuse(res, 422, '90034');
      void transfer(exchange, call, fields);
      return ok(res);
    default:
      return refuse(res, 404, '10005');
  }
};

/** The other leg sends its own hangup event; if somebody talked on it, the call ends. */
const transfer = async (exchange: Exchange, call: SimulatedCall, fields: Fields): Promise<void> => {
  const number = String(fields.to ?? '');
  const status = await call.dial(
    number,
    String(fields.from ?? ''),
    Number(fields.timeout_secs ?? 30) * 1_000,
  );
  const causes = {
    completed: 'normal_clearing',
    busy: 'user_busy',
    'no-answer': 'timeout',
    failed: 'call_rejected',
  } as const;
  await send(
    eventTo(exchange.authToken, String(fields.webhook_url ?? ''), 'call.hangup', {
      call_control_id: `${call.request.sid}-other`,
      client_state: String(fields.target_leg_client_state ?? ''),
      to: number,
      hangup_cause: causes[status],
    }),
  );
  if (status === 'completed') call.redirect([]);
};
