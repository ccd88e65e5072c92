/** Telnyx: call control with media streaming. */
import type { Logger } from 'pino';
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import type { CallbackRequest, CallDocument, Carrier } from '../carrier.js';
import { actionPath, checkTelnyxAccount, clientState, type TelnyxAccount } from './api.js';
import { telnyxDialect } from './media-dialect.js';
import { createTelnyxRest, streamOf } from './rest.js';
import { createVerifier, eventOf, isUnanswered, PUT_THROUGH, reportOf } from './webhook.js';

export type { TelnyxAccount } from './api.js';

/** The production API. */
export const TELNYX_API = 'https://api.telnyx.com/v2';

/** Telnyx waits for the response to its webhook, so a request made meanwhile has its own deadline, ms. */
const STREAM_MS = 5_000;
const NOTHING: CallDocument = { contentType: 'application/json', body: '{}' };

/** `now`: ms since the epoch. @throws Error when the public key is invalid */
export const createTelnyxCarrier = (account: TelnyxAccount, logger: Logger, now: () => number): Carrier => {
  const { api, ...rest } = createTelnyxRest(account, logger);
  const verify = createVerifier(account.publicKey, now);

  /** Telnyx refuses the request if the call has ended. */
  const stream = async (callControlId: string, mediaUrl: string): Promise<void> => {
    const body = { ...streamOf(mediaUrl), client_state: clientState('') };
    const signal = timeoutSignal(STREAM_MS);
    const answer = await api.post(actionPath(callControlId, 'streaming_start'), body, signal);
    const status = answer.type === 'answered' ? answer.status : null;
    logger.info({ event: 'carrier.streams_again', carrierCallId: callControlId, status });
  };

  return {
    name: 'telnyx',
    media: telnyxDialect,
    place: rest.place,
    hangUp: rest.hangUp,
    transfer: rest.transfer,
    lookUp: rest.lookUp,
    checkAccount: (signal) => checkTelnyxAccount(api, account, signal),
    verifyCallback: verify,
    parseCallback: ({ body }) => {
      const event = eventOf(body);
      return event === null ? null : reportOf(event);
    },
    // Telnyx does not restart a lost stream by itself.
    afterCallback: async ({ body }: CallbackRequest, mediaUrl: string): Promise<void> => {
      const event = eventOf(body);
      if (event === null || event.state === PUT_THROUGH) return;
      if (event.type === 'streaming.failed' || event.type === 'streaming.stopped')
        await stream(event.callControlId, mediaUrl);
    },
    document: async ({ body }, mediaUrl) => {
      const event = eventOf(body);
      // The other leg's state holds the call control ID of the customer's leg.
      if (event !== null && event.state !== '' && isUnanswered(event)) await stream(event.state, mediaUrl);
      return NOTHING;
    },
  };
};
