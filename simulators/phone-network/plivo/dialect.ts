/** Plivo: fetched documents and signed forms (docs/reference/protocols/plivo.md). */
import { randomBytes } from 'node:crypto';
import type { CallFacts, CallStatus } from '../call-facts.js';
import type { DialStatus } from '../dialling.js';
import { type Callback, type NetworkDialect, send } from '../network-dialect.js';
import { parsePlivo } from './document.js';
import { signForm } from './signature.js';
import { plivoProtocol } from './stream-protocol.js';

export interface PlivoUrls {
  readonly answer: string;
  readonly ring: string;
  readonly hangup: string;
}

type Params = readonly (readonly [string, string])[];

/** Plivo's status, hangup cause code and hangup cause for each final status. */
const ENDS: Readonly<Partial<Record<CallStatus, readonly [string, string, string]>>> = {
  completed: ['completed', '4000', 'NORMAL_CLEARING'],
  busy: ['busy', '3010', 'USER_BUSY'],
  'no-answer': ['no-answer', '6010', 'NO_ANSWER'],
  failed: ['failed', '3020', 'CALL_REJECTED'],
  canceled: ['cancel', '1000', 'ORIGINATOR_CANCEL'],
};

export const plivoDialect = (authToken: string, urls: PlivoUrls): NetworkDialect => ({
  protocol: plivoProtocol,
  callback: (call, status) => {
    if (status === 'ringing')
      return formTo(authToken, urls.ring, [
        ...callParams(call),
        ['CallStatus', 'ringing'],
        ['Event', 'Ring'],
      ]);
    const end = ENDS[status];
    if (end === undefined) return null;
    const [callStatus, code, cause] = end;
    return formTo(authToken, urls.hangup, [
      ...callParams(call),
      ['CallStatus', callStatus],
      ['Event', 'Hangup'],
      ['HangupCause', cause],
      ['HangupCauseCode', code],
      ['Duration', String(call.durationSeconds())],
      ['BillDuration', String(Math.ceil(call.durationSeconds() / 60) * 60)],
      ['TotalCost', '0.00000'],
    ]);
  },
  document: (call) => fetchDocument(authToken, urls.answer, call, [['CallStatus', 'in-progress']]),
  follow: (call, action, status) => fetchDocument(authToken, action, call, [['DialStatus', DIALLED[status]]]),
  streamEnded: () => null,
});

const DIALLED: Readonly<Record<DialStatus, string>> = {
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
};

const callParams = ({ request }: CallFacts): Params => [
  ['CallUUID', request.sid],
  ['RequestUUID', request.sid],
  ['From', request.from],
  ['To', request.to.replace('+', '')],
  ['Direction', 'outbound'],
];

/** Fetches a document and returns its verbs; empty if that fails. */
export const fetchDocument = async (
  authToken: string,
  url: string,
  call: CallFacts,
  params: Params,
): Promise<ReturnType<typeof parsePlivo>> => {
  const { status, text } = await send(formTo(authToken, url, [...callParams(call), ...params]));
  return status === 200 ? parsePlivo(text) : [];
};

const formTo = (authToken: string, url: string, params: Params): Callback => {
  const nonce = randomBytes(10).toString('hex');
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-plivo-signature-v3': signForm(authToken, url, params, nonce),
      'x-plivo-signature-v3-nonce': nonce,
    },
    body: new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString(),
  };
};
