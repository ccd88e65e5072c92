/** Telnyx: commands and signed events (docs/reference/protocols/telnyx.md). */
import { randomUUID } from 'node:crypto';
import type { CallFacts, CallStatus } from '../call-facts.js';
import type { Callback, NetworkDialect } from '../network-dialect.js';
import { signWebhook } from './keys.js';
import { telnyxProtocol } from './stream-protocol.js';

/** The client state that a call returns with its events, base64. */
export interface TelnyxState {
  clientState: string;
}

const HANGUPS: Readonly<Partial<Record<CallStatus, string>>> = {
  completed: 'normal_clearing',
  busy: 'user_busy',
  'no-answer': 'timeout',
  failed: 'call_rejected',
  canceled: 'originator_cancel',
};

export const telnyxDialect = (authToken: string, streamUrl: string, state: TelnyxState): NetworkDialect => ({
  protocol: telnyxProtocol,
  callback: (call, status) => {
    const event = (type: string, more: object = {}): Callback =>
      eventTo(authToken, call.request.statusCallback, type, { ...callFields(call, state), ...more });
    if (status === 'initiated') return event('call.initiated', { state: 'bridging', direction: 'outgoing' });
    if (status === 'in-progress') return event('call.answered', { state: 'answered' });
    const cause = HANGUPS[status];
    return cause === undefined ? null : event('call.hangup', { state: 'hangup', hangup_cause: cause });
  },
  document: async () => [{ type: 'connect', url: streamUrl }, { type: 'wait' }],
  follow: async () => [],
  streamEnded: (call, code) =>
    eventTo(
      authToken,
      call.request.statusCallback,
      code === 1000 || code === 1005 ? 'streaming.stopped' : 'streaming.failed',
      callFields(call, state),
    ),
});

const callFields = ({ request }: CallFacts, { clientState }: TelnyxState): object => ({
  call_control_id: request.sid,
  call_leg_id: request.sid,
  call_session_id: request.sid,
  client_state: clientState,
  from: request.from,
  to: request.to,
});

/** An event, signed with the current time. */
export const eventTo = (authToken: string, url: string, type: string, payload: object): Callback => {
  const body = JSON.stringify({
    data: {
      record_type: 'event',
      event_type: type,
      id: randomUUID(),
      occurred_at: new Date().toISOString(),
      payload,
    },
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': signWebhook(authToken, timestamp, body),
    },
    body,
  };
};
