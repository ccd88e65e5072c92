/**
 * The simulated phone network: the call APIs of Twilio, Telnyx and Plivo, and a control interface that directs the callees
 * and reports what happened. It knows nothing of Parley.
 *
 * A number without a script talks if the network has voices and `usual` says so (person/person.ts); otherwise it is silent, and
 * hangs up after half a minute.
 *
 * Control: `PUT /control/callees/<number>` sets a script (callee.ts), or one by its name, "silent" or "conversation"; `GET /control/calls` lists the calls;
 * `PUT /control/mix` sets the behaviour of all other callees, by shares; `GET /control/load` returns the number of live calls,
 * their peak, and the number of placed calls; `GET /control/tally` lists each call on a line: number, status URL, status,
 * seconds.
 * `GET /control/lateness` returns how late the network sent due frames, and how late audio reached it; `DELETE` resets it.
 * `GET /control/calls/<sid>/played` returns the audio that the callee heard, `…/history` what the callee said, when streams
 * were open and who hung up (`CallHistory` in call-history.ts); `POST …/steps` adds steps to its callee (a list of steps,
 * callee.ts); `DELETE /control/calls` discards all calls.
 */
import { createServer, type RequestListener } from 'node:http';
import { mayControl, TOKEN_REQUIRED } from '../support/control-token.js';
import { listening } from '../support/listening.js';
import { failure } from './answers.js';
import { answerControl } from './control-api.js';
import { createExchange, type Exchange, type ExchangeOptions } from './exchange.js';
import { answerPlivo } from './plivo/rest-api.js';
import { answerTelnyx } from './telnyx/rest-api.js';
import { answerNumbers, callerIdsPath, numbersPath } from './twilio/numbers-api.js';
import { answerRecordings } from './twilio/recordings-api.js';
import { callsPath, recordingsPath } from './twilio/resources.js';
import { answerRest } from './twilio/rest-api.js';

export interface NetworkOptions extends ExchangeOptions {
  readonly port: number;
  /** The token that its control interface requires; null or absent: none. */
  readonly controlToken?: string | null;
}

export interface Network {
  readonly url: string;
  close(): void;
}

/** Room for a script with half an hour of speech. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Starts the network on 127.0.0.1. @throws Error when it cannot listen on the port */
export const startNetwork = async ({
  port,
  controlToken = null,
  ...options
}: NetworkOptions): Promise<Network> => {
  const exchange = createExchange(options);
  const server = createServer(serve(exchange, controlToken));
  const bound = await listening(server, port);
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
    { root: recordingsPath(accountSid), authorization: basic, answer: answerRecordings },
    { root: numbersPath(accountSid), authorization: basic, answer: answerNumbers },
    { root: callerIdsPath(accountSid), authorization: basic, answer: answerNumbers },
    { root: `/v1/Account/${accountSid}/`, authorization: basic, answer: answerPlivo },
    { root: '/v2/', authorization: `Bearer ${authToken}`, answer: answerTelnyx },
  ] as const;
  return (req, res) => {
    const url = new URL(req.url ?? '/', 'http://network');
    const { authorization: credentials } = req.headers;
    const isControl = url.pathname.startsWith('/control/');
    const api = interfaces.find(({ root }) => url.pathname.startsWith(root));
    // Checked before any byte of the body is buffered.
    if (isControl ? !mayControl(controlToken, credentials) : credentials !== (api?.authorization ?? basic)) {
      req.resume();
      return failure(res, 401, isControl ? 0 : 20_003, isControl ? TOKEN_REQUIRED : 'Authenticate');
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
        else if (api !== undefined) api.answer(exchange, req, res, url, body);
        else failure(res, 404, 20_404, 'The requested resource was not found');
      } catch (error) {
        failure(res, 400, 0, error instanceof Error ? error.message : String(error));
      }
    });
  };
};
