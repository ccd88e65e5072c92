/**
 * The simulated phone network: Twilio's REST interface for calls, and a control interface for those who direct
 * the callees and want to know what happened. It knows nothing of Parley.
 *
 * Control: `PUT /control/callees/<number>` sets a script (callee.ts); `GET /control/calls` lists what happened;
 * `PUT /control/mix` sets how everybody else behaves, by shares; `GET /control/load` says how many calls are up, at
 * most were up, and how many ended; `GET /control/tally` lists each call in a line: number, status address, status,
 * seconds.
 * `GET /control/calls/<sid>/played` gives the audio that the callee heard, `…/history` what the callee said, when
 * streams were up and who hung up (`CallHistory` in simulated-call.ts); `DELETE /control/calls` forgets.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mayControl, TOKEN_NEEDED } from '../../../simulator-token.js';
import { type CalleeScript, calleeByNumber, type Mixed, parseMix, parseScript, pickFrom } from './callee.js';
import { createNetworkClock } from './clock.js';
import { type SimulatedCall, startCall } from './simulated-call.js';
import { createCallbacks, type SentCallback } from './status-callbacks.js';

export interface NetworkOptions {
  readonly port: number;
  readonly accountSid: string;
  readonly authToken: string;
  /** What its control interface asks for; null or absent: nothing. */
  readonly controlToken?: string | null;
}

export interface Network {
  readonly url: string;
  close(): void;
}

/** A script of half an hour of speech. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
const OVER: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

interface Known {
  readonly call: SimulatedCall;
  readonly callbacks: SentCallback[];
}

export const startNetwork = async ({
  port,
  accountSid,
  authToken,
  controlToken = null,
}: NetworkOptions): Promise<Network> => {
  const clock = createNetworkClock();
  const scripts = new Map<string, CalleeScript>();
  const calls = new Map<string, Known>();
  const callsTo = new Map<string, readonly Known[]>();
  const refusedOnce = new Set<string>();
  let mix: readonly Mixed[] = [];
  const load = { up: 0, peak: 0, placed: 0 };
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const root = `/2010-04-01/Accounts/${accountSid}/Calls`;

  const create = (form: URLSearchParams, req: IncomingMessage, res: ServerResponse): void => {
    const to = form.get('To') ?? '';
    const twiml = form.get('Twiml') ?? '';
    const script = scripts.get(to) ?? (mix.length > 0 ? pickFrom(mix, Math.random()) : calleeByNumber(to));
    if (to === '' || twiml === '') return failure(res, 400, 21_200, 'To and Twiml are required');
    if (!/^\+[1-9][0-9]{7,14}$/.test(to) || script.rest === 'invalid_number')
      return failure(res, 400, 21_211, "The 'To' number is not valid");
    if (script.rest === 'refuse')
      return failure(res, 400, 21_215, 'Geographic permissions do not allow this call');
    if (script.rest === 'too_many_once' && !refusedOnce.has(to)) {
      refusedOnce.add(to);
      return failure(res, 429, 20_429, 'Too many concurrent requests');
    }
    const callbacks: SentCallback[] = [];
    const tell = createCallbacks(authToken, script, callbacks);
    const report: typeof tell = (reported, status) => {
      if (OVER.has(status)) load.up -= 1;
      tell(reported, status);
    };
    load.up += 1;
    load.placed += 1;
    load.peak = Math.max(load.peak, load.up);
    const call = startCall(
      {
        sid: `CA${randomUUID().replaceAll('-', '')}`,
        accountSid,
        to,
        from: form.get('From') ?? '',
        twiml,
        statusCallback: form.get('StatusCallback') ?? '',
        timeoutMs: Number(form.get('Timeout') ?? 60) * 1_000,
      },
      { script, clock, report },
    );
    const known = { call, callbacks };
    calls.set(call.request.sid, known);
    callsTo.set(to, [...(callsTo.get(to) ?? []), known]);
    switch (script.rest) {
      case 'error_after_create':
        return failure(res, 500, 20_500, 'Internal server error');
      case 'reset_after_create':
        req.socket.destroy();
        return;
      case 'silent_after_create':
        return;
      default:
        return json(res, 201, resource(call));
    }
  };

  const update = (sid: string, form: URLSearchParams, res: ServerResponse): void => {
    const known = calls.get(sid);
    if (known === undefined) return failure(res, 404, 20_404, 'The requested resource was not found');
    if (form.get('Status') === null) return failure(res, 400, 21_200, 'Status is required');
    if (!known.call.hangUp()) return failure(res, 400, 21_220, 'Call is not in-progress. Cannot redirect.');
    return json(res, 200, resource(known.call));
  };

  const rest = (req: IncomingMessage, res: ServerResponse, url: URL, body: string): void => {
    const form = new URLSearchParams(body);
    const sid = url.pathname.slice(root.length + 1).replace(/\.json$/, '');
    if (url.pathname === `${root}.json` && req.method === 'POST') return create(form, req, res);
    if (url.pathname === `${root}.json` && req.method === 'GET') {
      const to = url.searchParams.get('To');
      const found = (to === null ? [...calls.values()] : (callsTo.get(to) ?? [])).map(({ call }) =>
        resource(call),
      );
      return json(res, 200, { calls: found, next_page_uri: null });
    }
    if (req.method === 'POST') return update(sid, form, res);
    const known = calls.get(sid);
    if (known === undefined) return failure(res, 404, 20_404, 'The requested resource was not found');
    return json(res, 200, resource(known.call));
  };

  const control = (req: IncomingMessage, res: ServerResponse, url: URL, body: string): void => {
    const [, , what = '', name = '', part = ''] = url.pathname.split('/');
    if (what === 'callees' && req.method === 'PUT') {
      const script = parseScript(JSON.parse(body));
      if (script === null) return failure(res, 400, 0, 'not a callee script; see callee.ts');
      scripts.set(decodeURIComponent(name), script);
      return json(res, 200, { number: decodeURIComponent(name) });
    }
    if (what === 'mix' && req.method === 'PUT') {
      const wanted = parseMix(JSON.parse(body));
      if (wanted === null) return failure(res, 400, 0, 'not a mix of scripts; see callee.ts');
      mix = wanted;
      return json(res, 200, { scripts: mix.length });
    }
    if (what === 'load') return json(res, 200, load);
    if (what === 'tally') {
      res.writeHead(200, { 'content-type': 'text/plain' });
      for (const { call } of calls.values())
        res.write(
          `${call.request.to} ${call.request.statusCallback} ${call.status()} ${call.durationSeconds()}\n`,
        );
      res.end();
      return;
    }
    if (what === 'calls' && name === '' && req.method === 'DELETE') {
      calls.clear();
      callsTo.clear();
      return json(res, 200, {});
    }
    if (what === 'calls' && name === '') return json(res, 200, { calls: [...calls.values()].map(described) });
    const known = calls.get(name);
    if (known === undefined) return failure(res, 404, 0, 'no such call');
    if (part === 'played') {
      return json(res, 200, {
        spans: known.call.played.map(({ atMs, chunks }) => ({
          atMs,
          audio: Buffer.concat(chunks).toString('base64'),
        })),
      });
    }
    if (part === 'history') return json(res, 200, known.call.history());
    return json(res, 200, described(known));
  };

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://network');
    const { authorization: shown } = req.headers;
    const isControl = url.pathname.startsWith('/control/');
    // Before a byte of the body is kept.
    if (isControl ? !mayControl(controlToken, shown) : shown !== authorization) {
      req.resume();
      return failure(res, 401, isControl ? 0 : 20_003, isControl ? TOKEN_NEEDED : 'Authenticate');
    }
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    req.on('end', () => {
      if (size > MAX_BODY_BYTES) return failure(res, 413, 0, 'the body is too large');
      const body = Buffer.concat(chunks).toString('utf8');
      try {
        if (isControl) control(req, res, url, body);
        else if (url.pathname.startsWith(root)) rest(req, res, url, body);
        else failure(res, 404, 20_404, 'The requested resource was not found');
      } catch (error) {
        failure(res, 400, 0, error instanceof Error ? error.message : String(error));
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () => {
      clock.stop();
      for (const { call } of calls.values()) call.abort();
      server.close();
      server.closeAllConnections();
    },
  };
};

const described = ({ call, callbacks }: Known): object => ({
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
    uri: `/2010-04-01/Accounts/${accountSid}/Calls/${sid}.json`,
  };
};

const json = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const failure = (res: ServerResponse, status: number, code: number, message: string): void =>
  json(res, status, { code, message, more_info: '', status });
