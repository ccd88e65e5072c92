/** The simulated part of Twilio's REST API for an account's recordings. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, json } from '../answers.js';
import type { CallRecording } from '../audio/recorder.js';
import type { SimulatedCall } from '../call-history.js';
import type { Exchange } from '../exchange.js';
import { recordingResource, recordingsPath } from './resources.js';

/** Handles a request below {@link recordingsPath}. */
export const answerRecordings = (
  exchange: Exchange,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
): void => {
  if (req.method !== 'GET') return failure(res, 405, 20_004, 'Method not allowed');
  const all = [...exchange.calls.values()].flatMap(({ call }) =>
    call.recordings.map((recording) => ({ call, recording })),
  );
  const name = url.pathname.slice(recordingsPath(exchange.accountSid).length + 1);
  if (name === '' || url.pathname === `${recordingsPath(exchange.accountSid)}.json`) {
    const callSid = url.searchParams.get('CallSid');
    const found = all.filter(({ call }) => callSid === null || call.request.sid === callSid);
    return sendRecordings(res, found);
  }
  const [, sid = '', kind = ''] = /^(RE[0-9a-f]+)(?:\.(json|wav))?$/.exec(name) ?? [];
  const found = all.find(({ recording }) => recording.sid === sid);
  if (found === undefined) return failure(res, 404, 20_404, 'The requested resource was not found');
  if (kind === 'json') return json(res, 200, recordingResource(found.call, found.recording));
  res.writeHead(200, { 'content-type': 'audio/x-wav' }).end(found.recording.wav());
};

/** Answers with a list. */
export const sendRecordings = (
  res: ServerResponse,
  found: readonly { readonly call: SimulatedCall; readonly recording: CallRecording }[],
): void =>
  json(res, 200, {
    recordings: found.map(({ call, recording }) => recordingResource(call, recording)),
    next_page_uri: null,
  });
