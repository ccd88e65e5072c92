/** The media host of a node: admits carriers' sockets by token and keeps the media of every live call here. */
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { call } from '../actors/call/index.js';
import type { ActorAsker } from '../actors/runtime/asking.js';
import type { Carrier } from '../providers/carriers/carrier.js';
import { DomainError, nullOn } from '../schemas/errors.js';
import { type CallMedia, type CallMediaDeps, type CallOfMedia, createCallMedia } from './call-media.js';
import type { MediaHost } from './media-host.js';
import type { MediaTokens } from './media-token.js';
import { createPresence } from './presence.js';

/** So long the node that asks for a call waits for what is still to be written down here, ms; it gives up after 500. */
const MAKE_WAY_MS = 300;

export interface MediaHostDeps
  extends Pick<
    CallMediaDeps,
    | 'providers'
    | 'defaultVoiceId'
    | 'recordings'
    | 'clock'
    | 'newId'
    | 'now'
    | 'wallClock'
    | 'knowledge'
    | 'observe'
    | 'logger'
    | 'sessionLog'
  > {
  readonly nc: NatsConnection;
  readonly actors: ActorAsker;
  readonly carriers: ReadonlyMap<string, Carrier>;
  readonly tokens: MediaTokens;
}

const callOfMedia = (actors: ActorAsker, business: string, id: string): CallOfMedia => {
  const target = { business, id };
  return {
    attach: async (attachmentId, carrierCallId, commandId) => {
      const command = { type: 'attach_media', attachmentId, carrierCallId } as const;
      return (await actors.ask(call, target, command, { commandId })).answer;
    },
    tell: async (command, commandId) => {
      const { answer } = await actors.ask(call, target, command, { commandId });
      return answer.ended;
    },
    get: async () => {
      const found = await actors.query(call, target, 'get').catch(nullOn('call_not_found'));
      return found?.answer ?? null;
    },
  };
};

export const createMediaHost = (deps: MediaHostDeps): MediaHost => {
  const { nc, actors, logger } = deps;
  const calls = new Map<string, CallMedia>();

  /**
   * Whether a live socket of the call is here. A session without one makes way: the call's stream has come to the node
   * that asks, and two sessions would talk past each other. Its books come before the other's session if they can.
   */
  const holds = async (callId: string): Promise<boolean> => {
    const media = calls.get(callId);
    if (media === undefined) return false;
    if (media.connected()) return true;
    logger.info({ event: 'media.session.makes_way', callId });
    await Promise.race([media.drain(), delay(MAKE_WAY_MS, undefined, { ref: false })]);
    return false;
  };
  const presence = createPresence(nc, holds);

  const mediaOf = (carrier: Carrier, businessId: string, callId: string): CallMedia => {
    const current = calls.get(callId);
    // One that is ending takes no socket any more: what it still has to write comes before the next one's session.
    if (current !== undefined && !current.ending()) return current;
    const media = createCallMedia({
      ...deps,
      businessId,
      callId,
      dialect: carrier.media,
      call: callOfMedia(actors, businessId, callId),
      before: current?.ended ?? null,
    });
    calls.set(callId, media);
    void media.ended.then(() => {
      if (calls.get(callId) !== media) return;
      calls.delete(callId);
      presence.release(callId);
    });
    return media;
  };

  return {
    admit: (carrier, token) => {
      if (!deps.carriers.has(carrier)) throw new DomainError('media_token_invalid');
      const { businessId, callId } = deps.tokens.verify(token);
      if (calls.get(callId)?.connected() === true) throw new DomainError('media_token_in_use');
      return { carrier, businessId, callId };
    },
    open: ({ carrier, businessId, callId }, socket) => {
      const configured = deps.carriers.get(carrier);
      if (configured === undefined) throw new Error(`carrier ${carrier} is not configured`);
      const media = mediaOf(configured, businessId, callId);
      if (media.connected()) {
        // Another one was opened since this one was admitted: the first has it.
        socket.close(1008, 'another socket is streaming this call');
        return { onText: () => undefined, onBinary: () => undefined, onClose: () => undefined };
      }
      return media.connect(socket, presence.claim(businessId, callId));
    },
    sessions: () => calls.size,
    drain: async () => {
      await Promise.all([...calls.values()].map((media) => media.drain()));
      deps.clock.stop();
    },
  };
};
