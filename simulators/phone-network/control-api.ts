/** The network's control interface (documented in network.ts). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, json } from './answers.js';
import { parseMix, parseScript, parseSteps } from './callee.js';
import type { Exchange, PlacedCall } from './exchange.js';

/** Handles a request below `/control/`. @throws SyntaxError when a body is not JSON */
export const answerControl = (
  exchange: Exchange,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  body: string,
): void => {
  const { calls, callsTo, lateness, load, scripts } = exchange;
  const [, , collection = '', name = '', part = ''] = url.pathname.split('/');
  if (collection === 'callees' && req.method === 'PUT') {
    const script = parseScript(JSON.parse(body));
    if (script === null) return failure(res, 400, 0, 'not a callee script; see callee.ts');
    scripts.set(decodeURIComponent(name), script);
    return json(res, 200, { number: decodeURIComponent(name) });
  }
  if (collection === 'mix' && req.method === 'PUT') {
    const mix = parseMix(JSON.parse(body));
    if (mix === null) return failure(res, 400, 0, 'not a mix of scripts; see callee.ts');
    exchange.mix = mix;
    return json(res, 200, { scripts: mix.length });
  }
  if (collection === 'load') return json(res, 200, load);
  if (collection === 'lateness') {
    if (req.method === 'DELETE') lateness.forget();
    return json(res, 200, lateness.read());
  }
  if (collection === 'tally') return tally(exchange, res);
  if (collection === 'calls' && name === '' && req.method === 'DELETE') {
    calls.clear();
    callsTo.clear();
    return json(res, 200, {});
  }
  if (collection === 'calls' && name === '')
    return json(res, 200, { calls: [...calls.values()].map(described) });
  const placed = calls.get(name);
  if (placed === undefined) return failure(res, 404, 0, 'no such call');
  if (part === 'steps' && req.method === 'POST') {
    const steps = parseSteps(JSON.parse(body));
    if (steps === null) return failure(res, 400, 0, 'not a list of steps; see callee.ts');
    placed.call.direct(steps);
    return json(res, 200, { steps: steps.length });
  }
  if (part === 'played') return json(res, 200, { spans: playedIn(placed) });
  if (part === 'history') return json(res, 200, placed.call.history());
  return json(res, 200, described(placed));
};

const tally = ({ calls }: Exchange, res: ServerResponse): void => {
  res.writeHead(200, { 'content-type': 'text/plain' });
  for (const { call } of calls.values())
    res.write(
      `${call.request.to} ${call.request.statusCallback} ${call.status()} ${call.durationSeconds()}\n`,
    );
  res.end();
};

const playedIn = ({ call }: PlacedCall): readonly object[] =>
  call.played.map(({ atMs, chunks }) => ({ atMs, audio: Buffer.concat(chunks).toString('base64') }));

const described = ({ call, callbacks }: PlacedCall): object => ({
  sid: call.request.sid,
  to: call.request.to,
  statusCallback: call.request.statusCallback,
  twiml: call.request.twiml,
  status: call.status(),
  durationSeconds: call.durationSeconds(),
  streams: call.streams(),
  stats: call.stats,
  callbacks,
});
