/** The media host of a node: admits carriers' sockets by token and keeps the media of every live call here. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { CallAnswer } from '../actors/call/commands.js';
import { call } from '../actors/call/index.js';
import type { ActorAsker } from '../actors/runtime/asking.js';
import type { Carrier } from '../providers/carriers/carrier.js';
import { DomainError } from '../schemas/errors.js';
import { type CallMedia, type CallMediaDeps, createCallMedia } from './call-media.js';
import type { MediaAdmission, MediaHost } from './media-host.js';
import type { MediaTokens } from './media-token.js';

/** Another node's answer to "do you hold this call's socket?" takes less than this, ms. */
const PRESENCE_MS = 500;

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

export const createMediaHost = (deps: MediaHostDeps): MediaHost => {
  const { nc, actors } = deps;
  const calls = new Map<string, { readonly media: CallMedia }>();

  const presence = (businessId: string, callId: string): string => `media.${businessId}.${callId}`;

  /** Whether another node has a socket of this call. */
  const elsewhere = async (businessId: string, callId: string): Promise<boolean> => {
    try {
      const answer = await nc.request(presence(businessId, callId), '', { timeout: PRESENCE_MS });
      return answer.string() === 'connected';
    } catch {
      // Nobody there, or nobody who could say so: the journal sorts out the rest.
      return false;
    }
  };

  const mediaOf = (carrier: Carrier, businessId: string, callId: string): CallMedia => {
    const known = calls.get(callId);
    // One that is ending takes no socket any more: what it still has to write comes before the next one's session.
    if (known !== undefined && !known.media.ending()) return known.media;
    const subscription = nc.subscribe(presence(businessId, callId), {
      callback: (error, message) => {
        if (error === null)
          message.respond(calls.get(callId)?.media.connected() === true ? 'connected' : 'waiting');
      },
    });
    const media = createCallMedia({
      ...deps,
      businessId,
      callId,
      dialect: carrier.media,
      ask: async (command, commandId) =>
        (await actors.ask(call, { business: businessId, id: callId }, command, { commandId })).answer,
      before: known?.media.ended ?? null,
    });
    calls.set(callId, { media });
    void media.ended.then(() => {
      if (calls.get(callId)?.media === media) calls.delete(callId);
      subscription.unsubscribe();
    });
    return media;
  };

  const status = async (businessId: string, callId: string): Promise<CallAnswer> =>
    (await actors.ask(call, { business: businessId, id: callId }, { type: 'status' })).answer;

  return {
    admit: async (carrier, token): Promise<MediaAdmission> => {
      if (!deps.carriers.has(carrier)) throw new DomainError('media_token_invalid');
      const { businessId, callId } = deps.tokens.verify(token);
      const here = calls.get(callId);
      if (here?.media.connected() === true) throw new DomainError('media_token_in_use');
      // A session that waits for its socket goes on even while the journal is away; not after the call's end.
      if (here !== undefined) {
        const known = await Promise.race([status(businessId, callId), late(PRESENCE_MS)]).catch(() => null);
        if (known !== null && isOver(known)) throw new DomainError('media_token_invalid');
        return { carrier, businessId, callId };
      }
      const [answer, taken] = await Promise.all([status(businessId, callId), elsewhere(businessId, callId)]);
      if (isOver(answer)) throw new DomainError('media_token_invalid');
      if (taken) throw new DomainError('media_token_in_use');
      return { carrier, businessId, callId };
    },
    open: ({ carrier, businessId, callId }, socket) => {
      const known = deps.carriers.get(carrier);
      if (known === undefined) throw new Error(`carrier ${carrier} is not configured`);
      const media = mediaOf(known, businessId, callId);
      if (media.connected()) {
        // Two upgrades at the same instant: the first has it.
        socket.close(1008, 'another socket is streaming this call');
        return { onText: () => undefined, onBinary: () => undefined, onClose: () => undefined };
      }
      return media.connect(socket);
    },
    sessions: () => calls.size,
    drain: async () => {
      await Promise.all([...calls.values()].map(({ media }) => media.drain()));
      deps.clock.stop();
    },
  };
};

/** Whether nothing may be streamed any more. */
const isOver = (answer: CallAnswer): boolean =>
  !answer.exists || answer.ended !== null || answer.hangupRequested;

const late = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), ms).unref();
  });
