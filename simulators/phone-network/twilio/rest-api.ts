/** The simulated part of Twilio's REST API for calls. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerPlaced, failure, isRateLimited, json } from '../answers.js';
import type { CalleeScript } from '../callee.js';
import { type Exchange, type PlacedCall, placeCall, scriptFor } from '../exchange.js';
import { type Detection, isOnThisMachine, NOT_HERE, type TwimlSource, twilioDialect } from './dialect.js';
import { sendRecordings } from './recordings-api.js';
import {
  callResource,
  callsPath,
  notificationResource,
  recordingResource,
  shownStatus,
} from './resources.js';
import { parseTwiml, problemOf } from './twiml.js';

/** Handles a request below {@link callsPath}; `body` is a form. */
export const answerRest = (
  exchange: Exchange,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  body: string,
): void => {
  const root = callsPath(exchange.accountSid);
  const form = new URLSearchParams(body);
  const isPost = req.method === 'POST';
  if (url.pathname === `${root}.json`)
    return isPost ? create(exchange, form, res) : list(exchange, url.searchParams, res);
  const [sid = '', part = ''] = url.pathname
    .slice(root.length + 1)
    .replace(/\.json$/, '')
    .split('/');
  const placed = exchange.calls.get(sid);
  if (placed === undefined) return notFound(res);
  const { call } = placed;
  switch (part) {
    case '':
      return isPost ? update(placed, form, res) : json(res, 200, callResource(call));
    case 'Recordings':
      if (!isPost)
        return sendRecordings(
          res,
          call.recordings.map((recording) => ({ call, recording })),
        );
      return record(placed, res);
    case 'Notifications':
      return json(res, 200, {
        notifications: call.notices.map((notice) => notificationResource(call, notice)),
        next_page_uri: null,
      });
    default:
      return notFound(res);
  }
};

const notFound = (res: ServerResponse): void =>
  failure(res, 404, 20_404, 'The requested resource was not found');

const list = ({ calls, callsTo }: Exchange, filter: URLSearchParams, res: ServerResponse): void => {
  const to = filter.get('To');
  const from = filter.get('From');
  const status = filter.get('Status');
  const found = (to === null ? [...calls.values()] : (callsTo.get(to) ?? [])).filter(
    ({ call }) =>
      (status === null || shownStatus(call) === status) && (from === null || call.request.from === from),
  );
  return json(res, 200, { calls: found.map(({ call }) => callResource(call)), next_page_uri: null });
};

/** The instructions that a form names; a problem if there are none, or they cannot be executed. */
const sourceIn = (
  form: URLSearchParams,
): TwimlSource | null | { readonly code: number; readonly message: string } => {
  const twiml = form.get('Twiml') ?? '';
  const url = form.get('Url') ?? '';
  // The URL takes precedence.
  if (url !== '') {
    const method = methodIn(form, 'Method');
    return isOnThisMachine(url)
      ? { url, method }
      : { code: 21_205, message: `Url is not valid: ${NOT_HERE}` };
  }
  return twiml === '' ? null : (problemOf(twiml) ?? { twiml });
};

const methodIn = (form: URLSearchParams, name: string): 'GET' | 'POST' =>
  form.get(name)?.toUpperCase() === 'GET' ? 'GET' : 'POST';

const detectionIn = (form: URLSearchParams, { answeredBy }: CalleeScript): Detection | null => {
  const mode = form.get('MachineDetection') ?? '';
  if (mode === '' || mode.toLowerCase() === 'none') return null;
  return {
    // Without the end of its message, the network only knows that a machine speaks.
    answeredBy: mode === 'Enable' && answeredBy.startsWith('machine') ? 'machine_start' : answeredBy,
    isAsync: form.get('AsyncAmd')?.toLowerCase() === 'true',
    callback: form.get('AsyncAmdStatusCallback') ?? '',
    callbackMethod: methodIn(form, 'AsyncAmdStatusCallbackMethod'),
  };
};

const create = (exchange: Exchange, form: URLSearchParams, res: ServerResponse): void => {
  const to = form.get('To') ?? '';
  const source = sourceIn(form);
  const script = scriptFor(exchange, to);
  if (to === '' || source === null)
    return failure(res, 400, 21_200, 'To and one of Twiml and Url are required');
  if ('code' in source) return failure(res, 400, source.code, source.message);
  if (!/^\+[1-9][0-9]{7,14}$/.test(to) || script.rest === 'invalid_number')
    return failure(res, 400, 21_211, "The 'To' number is not valid");
  if (script.rest === 'refuse')
    return failure(res, 400, 21_215, 'Geographic permissions do not allow this call');
  if (isRateLimited(res, script.rest, to, exchange.refusedOnce))
    return failure(res, 429, 20_429, 'Too many concurrent requests');
  const detection = detectionIn(form, script);
  const call = placeCall(
    exchange,
    script,
    twilioDialect({ authToken: exchange.authToken, source, detection }),
    {
      to,
      from: form.get('From') ?? '',
      twiml: 'twiml' in source ? source.twiml : '',
      statusCallback: form.get('StatusCallback') ?? '',
      timeoutMs: Number(form.get('Timeout') ?? 60) * 1_000,
      isRecorded: form.get('Record')?.toLowerCase() === 'true',
    },
  );
  if (script.rest === 'error_after_create') return failure(res, 500, 20_500, 'Internal server error');
  return answerPlaced(res, script.rest, 201, callResource(call));
};

const update = ({ call }: PlacedCall, form: URLSearchParams, res: ServerResponse): void => {
  const status = form.get('Status');
  const source = sourceIn(form);
  if (source === null && status === null)
    return failure(res, 400, 21_200, 'One of Status, Twiml and Url is required');
  if (source !== null && 'code' in source) return failure(res, 400, source.code, source.message);
  if (status !== null && status !== 'completed' && status !== 'canceled')
    return failure(res, 400, 21_218, 'Invalid status');
  // A call that was answered is completed, never cancelled.
  if (status === 'canceled' && call.isAnswered())
    return failure(res, 400, 21_220, 'Call is in-progress. Cannot cancel.');
  const isDone =
    source === null || status !== null
      ? call.hangUp()
      : 'twiml' in source
        ? call.redirect(parseTwiml(source.twiml))
        : call.redirect([{ type: 'redirect', ...source }]);
  if (!isDone) return failure(res, 400, 21_220, 'Call is not in-progress. Cannot redirect.');
  return json(res, 200, callResource(call));
};

const record = ({ call }: PlacedCall, res: ServerResponse): void => {
  const recording = call.record();
  if (recording === null)
    return failure(res, 400, 21_220, 'Requested resource is not eligible for recording');
  return json(res, 201, recordingResource(call, recording));
};
