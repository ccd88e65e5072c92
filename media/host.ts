/** The media host of a node: admits carriers' sockets by token and keeps the media of every live call here. */
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import type { MediaDialect } from '../providers/carriers/media-dialect.js';
import { DomainError } from '../schemas/errors.js';
import { BROWSER_CARRIER } from '../schemas/leg.js';
import { type CallMedia, type CallMediaDeps, createCallMedia } from './call-media.js';
import type { CallOfMedia } from './call-of-media.js';
import { createLineCount, createLineHost } from './line-host.js';
import type { MediaAdmission, MediaHost } from './media-host.js';
import type { MediaTokens } from './media-token.js';
import { createPresence } from './presence.js';

/**
 * After a hand-over sockets are refused for so long, ms: their carriers try again, and a balancer that has noticed by then
 * leads them to another node. Those that still arrive here afterwards have no other way, and are let in.
 */
const ELSEWHERE_MS = 4_000;
/** So long the node that asks for a call waits for what is still to be written down here, ms; it gives up after 500. */
const MAKE_WAY_MS = 300;

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
  /** The call of a token. */
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
  const calls = new Map<string, HostedCall>();
  /** Until when carriers' sockets are refused, ms. */
  let refusesUntil = 0;
  const count = createLineCount();

  /**
   * Whether a live socket of the call is here. A session without one makes way: the call's stream has come to the node
   * that asks, and two sessions would talk past each other. Its books come before the other's session if they can.
   */
  const holds = async (callId: string): Promise<boolean> => {
    const media = calls.get(callId)?.media;
    if (media === undefined) return false;
    if (media.connected()) return true;
    logger.info({ event: 'media.session.makes_way', callId });
    await Promise.race([media.drain(), delay(MAKE_WAY_MS, undefined, { ref: false })]);
    return false;
  };
  const presence = createPresence(nc, holds);

  const mediaOf = ({ carrier, businessId, callId }: MediaAdmission, dialect: MediaDialect): CallMedia => {
    const current = calls.get(callId)?.media;
    // One that is ending takes no socket any more: what it still has to write comes before the next one's session.
    if (current !== undefined && !current.ending()) return current;
    const media = createCallMedia({
      ...deps,
      businessId,
      callId,
      dialect,
      call: deps.callOf(businessId, callId),
      openLines: (of) => createLineHost({ ...of, nc, count }),
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
        // Another one was opened since this one was admitted: the first has it.
        socket.close(1008, 'another socket is streaming this call');
        return { onText: () => undefined, onBinary: () => undefined, onClose: () => undefined };
      }
      return media.connect(socket, presence.claim(businessId, callId));
    },
    sessions: () => calls.size,
    handOver: async () => {
      refusesUntil = deps.now() + ELSEWHERE_MS;
      // The audio of a browser has no carrier that opens it elsewhere.
      const movable = [...calls.values()].filter(({ carrier }) => carrier !== BROWSER_CARRIER);
      await Promise.all(movable.map(({ media }) => media.drain()));
    },
    drain: async () => {
      // A call whose books are closed must not be attached again by a process that is about to end.
      refusesUntil = Number.POSITIVE_INFINITY;
      await Promise.all([...calls.values()].map(({ media }) => media.drain()));
      deps.clock.stop();
    },
  };
};
