/** Calls: `parley.calls`. */
import { type CallDetail, type StartAndWaitOptions, type WaitOptions, waitForCall } from '../calls.js';
import type { Make } from '../operations.js';
import type { Params } from '../types.js';

/** The operations of calls. */
export const callsOf = ({ operation, list }: Make) => {
  const start = operation('startVoiceCall');
  const read = operation('readVoiceCall');
  return {
    /** Starts a call, and resolves when it is accepted, not when it is answered. */
    start,
    /** Starts a call and resolves when it has ended, with its transcript. @throws ParleyError; the call continues after `wait_timed_out` */
    startAndWait: async (
      params: Params<'startVoiceCall'>,
      options: StartAndWaitOptions = {},
    ): Promise<CallDetail> => {
      const { signal, idempotencyKey } = options;
      const { callId } = await start(params, {
        ...(signal === undefined ? {} : { signal }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      const { businessId } = params;
      return waitForCall(read, { callId, ...(businessId === undefined ? {} : { businessId }) }, options);
    },
    /** Resolves when the call has ended. */
    wait: (params: Params<'readVoiceCall'>, options?: WaitOptions): Promise<CallDetail> =>
      waitForCall(read, params, options),
    startBatch: operation('startVoiceCallBatch'),
    /** The number and the values that a call of the agent to the contact would have. */
    resolve: operation('resolveVoiceCall'),
    list: list('listVoiceCalls', 'calls'),
    /** How many calls each value of each filter would leave. */
    facets: operation('countVoiceCalls'),
    search: list('searchVoiceCalls', 'results'),
    read,
    /** Hangs up, or keeps a queued call from being placed. */
    cancel: operation('cancelVoiceCall'),
    /** CSV. */
    export: operation('exportVoiceCalls'),
    /** Plain text. */
    transcript: operation('downloadVoiceCallTranscript'),
    /** Gzip. */
    sessionLog: operation('downloadSessionLog'),
    eraseSessionLog: operation('eraseSessionLog'),
    /** A note that the agent of a live call reads before its next reply. */
    noteToAgent: operation('noteToAgent'),
    tags: operation('listVoiceCallTags'),
    review: operation('reviewVoiceCall'),
    reviewMany: operation('reviewVoiceCalls'),
    addNote: operation('addVoiceCallNote'),
    removeNote: operation('removeVoiceCallNote'),
    /** A ticket with which a browser joins the call. */
    openLeg: operation('openLeg'),
  };
};
