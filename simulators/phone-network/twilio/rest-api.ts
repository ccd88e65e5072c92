/** The simulated part of Twilio's REST API for calls. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerPlaced, failure, isRateLimited, json } from '../answers.js';
import { type Exchange, placeCall, scriptFor } from '../exchange.js';
import type { SimulatedCall } from '../simulated-call.js';
import { twilioDialect } from './dialect.js';
import { parseTwiml } from './twiml.js';

/** The path of an account's calls. */
export const callsPath = (accountSid: string): string => `/2010-04-01/Accounts/${accountSid}/Calls`;

/** Handles a request below {@link callsPath}; `body` is a form. */
export const answerRest = (
  exchange: Exchange,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  body: string,
): void => {
  const { calls, callsTo } = exchange;
  const root = callsPath(exchange.accountSid);
  const form = new URLSearchParams(body);
  const sid = url.pathname.slice(root.length + 1).replace(/\.json$/, '');
  if (url.pathname === `${root}.json` && req.method === 'POST') return create(exchange, form, res);
  if (url.pathname === `${root}.json` && req.method === 'GET') {
    const to = url.searchParams.get('To');
    const found = (to === null ? [...calls.values()] : (callsTo.get(to) ?? [])).map(({ call }) =>
      resource(call),
    );
    return json(res, 200, { calls: found, next_page_uri: null });
  }
  if (req.method === 'POST') return update(exchange, sid, form, res);
  const placed = calls.get(sid);
  if (placed === undefined) return failure(res, 404, 20_404, 'The requested resource was not found');
  return json(res, 200, resource(placed.call));
};

const create = (exchange: Exchange, form: URLSearchParams, res: ServerResponse): void => {
  const to = form.get('To') ?? '';
  const twiml = form.get('Twiml') ?? '';
  const script = scriptFor(exchange, to);
  if (to === '' || twiml === '') return failure(res, 400, 21_200, 'To and Twiml are required');
  if (!/^\+[1-9][0-9]{7,14}$/.test(to) || script.rest === 'invalid_number')
    return failure(res, 400, 21_211, "The 'To' number is not valid");
  if (script.rest === 'refuse')
    return failure(res, 400, 21_215, 'Geographic permissions do not allow this call');
  if (isRateLimited(res, script.rest, to, exchange.refusedOnce))
    return failure(res, 429, 20_429, 'Too many concurrent requests');
  const call = placeCall(exchange, script, twilioDialect(exchange.authToken, twiml), {
    to,
    from: form.get('From') ?? '',
    twiml,
    statusCallback: form.get('StatusCallback') ?? '',
    timeoutMs: Number(form.get('Timeout') ?? 60) * 1_000,
  });
  if (script.rest === 'error_after_create') return failure(res, 500, 20_500, 'Internal server error');
  return answerPlaced(res, script.rest, 201, resource(call));
};

const update = ({ calls }: Exchange, sid: string, form: URLSearchParams, res: ServerResponse): void => {
  const placed = calls.get(sid);
  if (placed === undefined) return failure(res, 404, 20_404, 'The requested resource was not found');
  const twiml = form.get('Twiml');
  if (twiml === null && form.get('Status') === null)
    return failure(res, 400, 21_200, 'Status or Twiml is required');
  if (!(twiml === null ? placed.call.hangUp() : placed.call.redirect(parseTwiml(twiml))))
    return failure(res, 400, 21_220, 'Call is not in-progress. Cannot redirect.');
  return json(res, 200, resource(placed.call));
};

const resource = (call: SimulatedCall): object => {
  const { sid, accountSid, to, from } = call.request;
  const status = call.status();
  return {
    sid,
    account_sid: accountSid,
    to,
    from,
    status: status === 'initiated' ? 'queued' : status,
    direction: 'outbound-api',
    answered_by: null,
    duration: status === 'completed' ? String(call.durationSeconds()) : null,
    price: null,
    price_unit: 'USD',
    date_created: new Date(call.createdAt).toUTCString().replace('GMT', '+0000'),
    uri: `${callsPath(accountSid)}/${sid}.json`,
  };
};
