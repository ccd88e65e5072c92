/** Twilio: a document in the call request, and signed forms (docs/reference/protocols/twilio.md). */
import type { CallFacts, CallStatus } from '../call-facts.js';
import type { DialStatus } from '../dialling.js';
import { type Callback, type NetworkDialect, send } from '../network-dialect.js';
import { signForm } from './signature.js';
import { twilioProtocol } from './stream-protocol.js';
import { parseTwiml } from './twiml.js';

type Params = readonly (readonly [string, string])[];

export const twilioDialect = (authToken: string, twiml: string): NetworkDialect => ({
  protocol: twilioProtocol,
  callback: (call, status, sequence) =>
    formTo(authToken, call.request.statusCallback, statusParams(call, status, sequence)),
  document: async () => parseTwiml(twiml),
  follow: async (call, action, status) => {
    const { status: answer, text } = await send(formTo(authToken, action, dialParams(call, status)));
    // Without a response Twilio announces an error and hangs up.
    return answer === 200 ? parseTwiml(text) : [];
  },
  streamEnded: () => null,
});

const formTo = (authToken: string, url: string, params: Params): Callback => ({
  url,
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signForm(authToken, url, params),
  },
  body: new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString(),
});

const statusParams = (call: CallFacts, status: CallStatus, sequence: number): Params => {
  const { request } = call;
  const hasEnded = !['queued', 'initiated', 'ringing', 'in-progress'].includes(status);
  const seconds = call.durationSeconds();
  const ended: Params = [
    ['CallDuration', String(seconds)],
    ['Duration', String(Math.ceil(seconds / 60))],
  ];
  return [
    ['CallSid', request.sid],
    ['AccountSid', request.accountSid],
    ['From', request.from],
    ['To', request.to],
    ['CallStatus', status],
    ['Direction', 'outbound-api'],
    ['ApiVersion', '2010-04-01'],
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
