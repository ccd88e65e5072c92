/** The simulated part of Plivo's REST API for calls. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord } from '../../support/json.js';
import { answerPlaced, isRateLimited, json } from '../answers.js';
import type { SimulatedCall } from '../call-history.js';
import { type Exchange, mayCallFrom, type PlacedCall, placeCall, scriptFor } from '../exchange.js';
import { fetchDocument, plivoDialect } from './dialect.js';

const NUMBER = /^[1-9][0-9]{7,14}$/;

const missing = (res: ServerResponse): void => json(res, 404, { api_id: 'sim', error: 'not found' });

/** Handles a request below `/v1/Account/<id>/`; `body` is JSON. */
export const answerPlivo = (
  exchange: Exchange,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  body: string,
): void => {
  const [, , , , collection = '', id = ''] = url.pathname.split('/');
  const parsed: unknown = body === '' ? {} : JSON.parse(body);
  const fields = isRecord(parsed) ? parsed : {};
  if (collection === '') return json(res, 200, { api_id: 'sim', auth_id: exchange.accountSid });
  if (collection === 'Number')
    return mayCallFrom(exchange, `+${id}`) ? json(res, 200, { api_id: 'sim', number: id }) : missing(res);
  if (collection === 'Call' && id === '')
    return req.method === 'POST' ? create(exchange, res, fields) : list(exchange, res, url);
  const known = exchange.calls.get(id);
  if (known === undefined) return missing(res);
  const { call } = known;
  if (req.method === 'DELETE') {
    // Until it is answered, a call exists only as a request.
    const isNamed = collection === (call.isAnswered() ? 'Call' : 'Request');
    if (!isNamed || !call.hangUp()) return missing(res);
    res.writeHead(204).end();
    return;
  }
  if (req.method === 'POST') return transfer(exchange, res, call, String(fields.aleg_url ?? ''));
  if (url.searchParams.get('status') === 'live')
    return hasEnded(call) ? missing(res) : json(res, 200, liveOf(call));
  return hasEnded(call) ? json(res, 200, recordOf(known)) : missing(res);
};

const ENDED: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);
const hasEnded = (call: SimulatedCall): boolean => ENDED.has(call.status());

const create = (exchange: Exchange, res: ServerResponse, fields: Readonly<Record<string, unknown>>): void => {
  const field = (name: string): string => String(fields[name] ?? '');
  const number = field('to');
  const to = `+${number}`;
  const script = scriptFor(exchange, to);
  if (!NUMBER.test(number) || field('answer_url') === '' || script.rest === 'invalid_number')
    return json(res, 400, { api_id: 'sim', error: 'to parameter is not valid' });
  if (script.rest === 'refuse')
    return json(res, 400, { api_id: 'sim', error: 'calls to this country are not allowed' });
  if (isRateLimited(res, script.rest, to, exchange.refusedOnce))
    return json(res, 429, { api_id: 'sim', error: 'too many requests' });
  const urls = { answer: field('answer_url'), ring: field('ring_url'), hangup: field('hangup_url') };
  const call = placeCall(
    exchange,
    script,
    plivoDialect(exchange.authToken, urls),
    {
      to,
      from: field('from'),
      twiml: '',
      statusCallback: urls.hangup,
      timeoutMs: Number(fields.hangup_on_ring ?? 60) * 1_000,
    },
    'pl',
  );
  if (script.rest === 'error_after_create') return json(res, 500, { error: 'internal' });
  return answerPlaced(res, script.rest, 201, {
    api_id: 'sim',
    message: 'call fired',
    request_uuid: call.request.sid,
  });
};

const list = ({ calls, callsTo }: Exchange, res: ServerResponse, url: URL): void => {
  if (url.searchParams.get('status') === 'live')
    return json(res, 200, {
      api_id: 'sim',
      calls: [...calls.values()].filter(({ call }) => !hasEnded(call)).map(({ call }) => call.request.sid),
    });
  const found = callsTo.get(`+${url.searchParams.get('to_number') ?? ''}`) ?? [];
  return json(res, 200, {
    api_id: 'sim',
    objects: found.filter(({ call }) => hasEnded(call)).map(recordOf),
  });
};

const transfer = (exchange: Exchange, res: ServerResponse, call: SimulatedCall, url: string): void => {
  if (!call.isAnswered() || hasEnded(call) || !URL.canParse(url)) return missing(res);
  const status = ['CallStatus', 'in-progress'] as const;
  void fetchDocument(exchange.authToken, url, call, [status]).then((verbs) => call.redirect(verbs));
  return json(res, 202, { api_id: 'sim', message: 'call transferred', call_uuids: [call.request.sid] });
};

const liveOf = (call: SimulatedCall): object => ({
  call_uuid: call.request.sid,
  call_status: call.isAnswered() ? 'in-progress' : 'ringing',
  direction: 'outbound',
  from: call.request.from,
  to: call.request.to.slice(1),
});

const CODES: Readonly<Record<string, number>> = {
  completed: 4000,
  busy: 3010,
  'no-answer': 6010,
  failed: 3020,
  canceled: 1000,
};

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const recordOf = ({ call }: PlacedCall): object => ({
  call_uuid: call.request.sid,
  to_number: call.request.to.slice(1),
  from_number: call.request.from,
  bill_duration: call.durationSeconds(),
  initiation_time: timeOf(call.createdAt),
  end_time: timeOf(call.history().endedAt ?? Date.now()),
  hangup_cause_code: CODES[call.status()] ?? 0,
  total_amount: '0.00000',
});
