/**
 * The simulated phone network: the REST interfaces of Twilio, Telnyx and Plivo for calls, and a control interface for those
 * who direct the callees and want to know what happened. It knows nothing of Parley.
 *
 * Control: `PUT /control/callees/<number>` sets a script (callee.ts); `GET /control/calls` lists what happened;
 * `PUT /control/mix` sets how everybody else behaves, by shares; `GET /control/load` says how many calls are up, at
 * most were up, and how many ended; `GET /control/tally` lists each call in a line: number, status address, status,
 * seconds.
 * `GET /control/lateness` says how late the network sent what was due, and how late audio came to it; `DELETE` forgets.
 * `GET /control/calls/<sid>/played` gives the audio that the callee heard, `…/history` what the callee said, when
 * streams were up and who hung up (`CallHistory` in simulated-call.ts); `POST …/steps` gives its callee more to do (a list of
 * steps, callee.ts); `DELETE /control/calls` forgets.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mayControl, TOKEN_NEEDED } from '../../../simulator-token.js';
import { failure } from './answers.js';
import { answerControl } from './control-api.js';
import { createExchange, type Exchange } from './exchange.js';
import { answerPlivo } from './plivo/rest-api.js';
import { answerTelnyx } from './telnyx/rest-api.js';
import { answerNumbers, callerIdsPath, numbersPath } from './twilio/numbers-api.js';
import { answerRest, callsPath } from './twilio/rest-api.js';

export interface NetworkOptions {
  readonly port: number;
  readonly accountSid: string;
  readonly authToken: string;
  /** Numbers of the account, E.164; absent: whichever it is asked about. */
  readonly numbers?: readonly string[];
  /** What its control interface asks for; null or absent: nothing. */
  readonly controlToken?: string | null;
}

export interface Network {
  readonly url: string;
  close(): void;
}

/** A script of half an hour of speech. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Starts it on this machine's own address. @throws Error when the port cannot be listened on */
export const startNetwork = async ({
  port,
  accountSid,
  authToken,
  numbers,
  controlToken = null,
}: NetworkOptions): Promise<Network> => {
  const exchange = createExchange(accountSid, authToken, numbers === undefined ? null : new Set(numbers));
  const server = createServer(serve(exchange, controlToken));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () => {
      exchange.clock.stop();
      for (const { call } of exchange.calls.values()) call.abort();
      server.close();
      server.closeAllConnections();
    },
  };
};

const serve = (exchange: Exchange, controlToken: string | null): RequestListener => {
  const { accountSid, authToken } = exchange;
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const interfaces = [
    { root: callsPath(accountSid), authorization: basic, answer: answerRest },
    { root: numbersPath(accountSid), authorization: basic, answer: answerNumbers },
    { root: callerIdsPath(accountSid), authorization: basic, answer: answerNumbers },
    { root: `/v1/Account/${accountSid}/`, authorization: basic, answer: answerPlivo },
    { root: '/v2/', authorization: `Bearer ${authToken}`, answer: answerTelnyx },
  ] as const;
  return (req, res) => {
    const url = new URL(req.url ?? '/', 'http://network');
    const { authorization: shown } = req.headers;
    const isControl = url.pathname.startsWith('/control/');
    const asked = interfaces.find(({ root }) => url.pathname.startsWith(root));
    // Before a byte of the body is kept.
    if (isControl ? !mayControl(controlToken, shown) : shown !== (asked?.authorization ?? basic)) {
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
        if (isControl) answerControl(exchange, req, res, url, body);
        else if (asked !== undefined) asked.answer(exchange, req, res, url, body);
        else failure(res, 404, 20_404, 'The requested resource was not found');
      } catch (error) {
        failure(res, 400, 0, error instanceof Error ? error.message : String(error));
      }
    });
  };
};
