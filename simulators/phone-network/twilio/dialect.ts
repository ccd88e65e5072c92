/** Twilio: documents, and signed forms (docs/reference/protocols/twilio.md). */
import { setTimeout as delay } from 'node:timers/promises';
import type { CallFacts, CallStatus } from '../call-facts.js';
import type { DialStatus } from '../dialling.js';
import { type Callback, type NetworkDialect, send } from '../network-dialect.js';
import type { Verb } from '../verbs.js';
import { signForm } from './signature.js';
import { twilioProtocol } from './stream-protocol.js';
import { parseTwiml, problemOf } from './twiml.js';

type Params = readonly (readonly [string, string])[];
type Method = 'GET' | 'POST';

/** Where the instructions of a call are. */
export type TwimlSource = { readonly twiml: string } | { readonly url: string; readonly method: Method };

/** Requested machine detection. */
export interface Detection {
  /** The finding of the network. */
  readonly answeredBy: string;
  /** Whether the instructions run meanwhile. */
  readonly isAsync: boolean;
  /** Empty: none. Only of asynchronous detection. */
  readonly callback: string;
  readonly callbackMethod: Method;
}

export interface TwilioDialectOptions {
  readonly authToken: string;
  readonly source: TwimlSource;
  /** Null: not requested. */
  readonly detection: Detection | null;
}

/** How long the detection listens, ms. */
const DETECTION_MS = 1_500;
const RETRIEVAL_FAILED = 11_200;

export const twilioDialect = ({ authToken, source, detection }: TwilioDialectOptions): NetworkDialect => {
  const fetchVerbs = async (
    call: CallFacts,
    { url, method, params }: { readonly url: string; readonly method: Method; readonly params: Params },
  ): Promise<readonly Verb[]> => {
    if (!isOnThisMachine(url)) {
      call.notify(RETRIEVAL_FAILED, `HTTP retrieval failure: ${NOT_HERE}`);
      return [];
    }
    const { status, text } = await send(formTo(authToken, { url, method }, params));
    if (status !== 200) call.notify(RETRIEVAL_FAILED, `HTTP retrieval failure: status ${status}`);
    const problem = status === 200 ? problemOf(text) : null;
    if (problem !== null) call.notify(problem.code, problem.message);
    // Twilio announces an error and hangs up.
    return status !== 200 || problem !== null ? [] : parseTwiml(text, url);
  };
  const detect = async (call: CallFacts, { answeredBy, isAsync, callback, callbackMethod }: Detection) => {
    await delay(DETECTION_MS);
    if (call.status() !== 'in-progress') return;
    call.detected(answeredBy);
    if (!isAsync || callback === '') return;
    const params: Params = [
      ['CallSid', call.request.sid],
      ['AccountSid', call.request.accountSid],
      ['AnsweredBy', answeredBy],
      ['MachineDetectionDuration', String(DETECTION_MS)],
    ];
    await send(formTo(authToken, { url: callback, method: callbackMethod }, params));
  };
  return {
    protocol: twilioProtocol,
    streamHeaders: (url) => ({ 'x-twilio-signature': signForm(authToken, url, []) }),
    callback: (call, status, sequence) =>
      formTo(
        authToken,
        { url: call.request.statusCallback, method: 'POST' },
        statusParams(call, status, sequence),
      ),
    document: async (call) => {
      const detecting = detection === null ? null : detect(call, detection);
      if (detection?.isAsync === false) await detecting;
      if ('twiml' in source) return parseTwiml(source.twiml);
      return fetchVerbs(call, { ...source, params: callParams(call, 'in-progress') });
    },
    follow: (call, action, status) =>
      fetchVerbs(call, { url: action, method: 'POST', params: dialParams(call, status) }),
    fetch: (call, { url, method, fields }) =>
      fetchVerbs(call, {
        url,
        method,
        params: [...callParams(call, 'in-progress'), ...Object.entries(fields)],
      }),
    streamEnded: () => null,
  };
};

/** Why a document is not fetched. */
export const NOT_HERE = 'the simulated network fetches documents from this machine alone';

/** Whether the network requests the URL: it never leaves this machine. */
export const isOnThisMachine = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
};

const formTo = (
  authToken: string,
  { url, method }: { readonly url: string; readonly method: Method },
  params: Params,
): Callback => {
  const form = new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString();
  if (method === 'POST')
    return {
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signForm(authToken, url, params),
      },
      body: form,
    };
  const address = `${url}${url.includes('?') ? '&' : '?'}${form}`;
  return {
    url: address,
    headers: { 'x-twilio-signature': signForm(authToken, address, []) },
    body: '',
    method,
  };
};

const callParams = (call: CallFacts, status: CallStatus): Params => {
  const { request } = call;
  const found = call.answeredBy();
  return [
    ['CallSid', request.sid],
    ['AccountSid', request.accountSid],
    ['From', request.from],
    ['To', request.to],
    ['CallStatus', status],
    ['Direction', 'outbound-api'],
    ['ApiVersion', '2010-04-01'],
    ...(found === null ? [] : ([['AnsweredBy', found]] as const)),
  ];
};

const statusParams = (call: CallFacts, status: CallStatus, sequence: number): Params => {
  const hasEnded = !['queued', 'initiated', 'ringing', 'in-progress'].includes(status);
  const seconds = call.durationSeconds();
  const ended: Params = [
    ['CallDuration', String(seconds)],
    ['Duration', String(Math.ceil(seconds / 60))],
  ];
  return [
    ...callParams(call, status),
    ['SequenceNumber', String(sequence)],
    ['CallbackSource', 'call-progress-events'],
    ['Timestamp', new Date().toUTCString()],
    ...(hasEnded ? ended : []),
  ];
};

const dialParams = ({ request }: CallFacts, status: DialStatus): Params => [
  ['CallSid', request.sid],
  ['AccountSid', request.accountSid],
  ['From', request.from],
  ['To', request.to],
  ['CallStatus', 'in-progress'],
  ['DialCallStatus', status],
];
