/** The media host of a node: admits carriers' sockets by token and keeps the media of every live call here. */
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import type { MediaDialect } from '../../providers/carriers/media-dialect.js';
import { BROWSER_CARRIER } from '../../schemas/calls/leg.js';
import { DomainError } from '../../schemas/errors.js';
import type { CallOfMedia } from '../call-of-media.js';
import { createWrittenPhrases } from '../driver/written-phrases.js';
import type { MediaAdmission, MediaHost } from '../media-host.js';
import { createCallLines } from '../operators/call-lines.js';
import { createLineCount, createLineHost } from '../operators/line-host.js';
import { warmUpAnswerers } from '../policies/answering-machine.js';
import { warmUpSpokenForms } from '../speech/spoken/spoken-forms.js';
import { type CallMedia, type CallMediaDeps, createCallMedia } from './call-media.js';
import type { MediaTokens } from './media-token.js';
import { createPresence } from './presence.js';

/**
 * How long sockets are refused after a hand-over, ms: their carriers retry, and by then a load balancer directs them to
 * another node. Sockets that still arrive here afterwards have no other way, and are admitted.
 */
const ELSEWHERE_MS = 4_000;
/** How long a query from another node about a call waits for pending commits here, ms; that node gives up after 500. */
const YIELD_MS = 300;

export interface MediaHostDeps
  extends Pick<
    CallMediaDeps,
    | 'providersOf'
    | 'recordings'
    | 'clock'
    | 'voices'
    | 'newId'
    | 'now'
    | 'wallClock'
    | 'knowledge'
    | 'tools'
    | 'observe'
    | 'logger'
    | 'sessionLog'
    | 'preemptive'
    | 'disclosures'
  > {
  readonly nc: NatsConnection;
  /** The call that a token names. */
  readonly callOf: (businessId: string, callId: string) => CallOfMedia;
  /** By the carrier's name. */
  readonly dialects: ReadonlyMap<string, MediaDialect>;
  readonly tokens: MediaTokens;
}

interface HostedCall {
  readonly carrier: string;
  readonly media: CallMedia;
}

export const createMediaHost = (deps: MediaHostDeps): MediaHost => {
  const { nc, logger } = deps;
  // Before this thread paces calls.
  warmUpSpokenForms();
  warmUpAnswerers();
  const calls = new Map<string, HostedCall>();
  /** Until when carriers' sockets are refused, ms. */
  let refusesUntil = 0;
  const count = createLineCount();
  const callLines = createCallLines({ nc, newId: deps.newId, now: deps.now });
  const writtenPhrases = createWrittenPhrases(deps.now);

  /**
   * Whether a live socket of the call is here. A session without one gives way: the call's stream has come to the node
   * that sends the query, and two sessions would talk over each other. Its transcript is finalised before the other
   * session starts, if possible.
   */
  const holds = async (callId: string): Promise<boolean> => {
    const media = calls.get(callId)?.media;
    if (media === undefined) return false;
    if (media.connected()) return true;
    logger.info({ event: 'media.session.makes_way', callId });
    await Promise.race([media.drain(), delay(YIELD_MS, undefined, { ref: false })]);
    return false;
  };
  const presence = createPresence(nc, holds);

  const mediaOf = ({ carrier, businessId, callId }: MediaAdmission, dialect: MediaDialect): CallMedia => {
    const current = calls.get(callId)?.media;
    // Media that is ending accepts no socket any more: its pending commits come before the next session.
    if (current !== undefined && !current.ending()) return current;
    const media = createCallMedia({
      ...deps,
      writtenPhrases,
      businessId,
      callId,
      dialect,
      call: deps.callOf(businessId, callId),
      openLines: (lineDeps) => createLineHost({ ...lineDeps, nc, count }),
      callLines,
      before: current?.ended ?? null,
    });
    calls.set(callId, { carrier, media });
    void media.ended.then(() => {
      if (calls.get(callId)?.media !== media) return;
      calls.delete(callId);
      presence.release(callId);
    });
    return media;
  };

  return {
    admit: (carrier, token) => {
      if (!deps.dialects.has(carrier)) throw new DomainError('media_token_invalid');
      const { businessId, callId } = deps.tokens.verify(token);
      if (deps.now() < refusesUntil) throw new DomainError('not_ready');
      if (calls.get(callId)?.media.connected() === true) throw new DomainError('media_token_in_use');
      return { carrier, businessId, callId };
    },
    open: (admission, socket) => {
      const { carrier, businessId, callId } = admission;
      const dialect = deps.dialects.get(carrier);
      if (dialect === undefined) throw new Error(`carrier ${carrier} is not configured`);
      const media = mediaOf(admission, dialect);
      if (media.connected()) {
        // Another socket opened after this one was admitted: the first keeps the call.
        socket.close(1008, 'another socket is streaming this call');
        return { onText: () => undefined, onBinary: () => undefined, onClose: () => undefined };
      }
      return media.connect(socket, presence.claim(businessId, callId));
    },
    sessions: () => calls.size,
    handOver: async () => {
      refusesUntil = deps.now() + ELSEWHERE_MS;
      // A browser's audio has no carrier that opens it elsewhere.
      const movable = [...calls.values()].filter(({ carrier }) => carrier !== BROWSER_CARRIER);
      await Promise.all(movable.map(({ media }) => media.drain()));
    },
    drain: async () => {
      // A call whose transcript is finalised must not be attached again by a process that is about to end.
      refusesUntil = Number.POSITIVE_INFINITY;
      await Promise.all([...calls.values()].map(({ media }) => media.drain()));
      deps.clock.stop();
    },
  };
};
