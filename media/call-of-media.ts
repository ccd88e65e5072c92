/** The call, as its media addresses it where call actors are reachable. */
import type { AttachedMedia, CallDetails, CallEnd, SessionCommand } from '../actors/call/commands.js';
import { call } from '../actors/call/index.js';
import type { ActorClient } from '../actors/runtime/actor-client.js';
import { nullOn } from '../schemas/errors.js';

/** The call, as its media addresses it. A retried command has the same `commandId`. */
export interface CallOfMedia {
  /** @throws DomainError call_not_live */
  attach(attachmentId: string, carrierCallId: string, commandId: string): Promise<AttachedMedia>;
  /** How the call ended; null while it is live. @throws DomainError call_not_found */
  send(command: SessionCommand, commandId: string): Promise<CallEnd | null>;
  /** Null when there is no such call. */
  get(): Promise<CallDetails | null>;
}

export const callOfMedia = (actors: ActorClient, business: string, id: string): CallOfMedia => {
  const target = { business, id };
  return {
    attach: async (attachmentId, carrierCallId, commandId) => {
      const command = { type: 'attach_media', attachmentId, carrierCallId } as const;
      return (await actors.ask(call, target, command, { commandId })).answer;
    },
    send: async (command, commandId) => {
      const { answer } = await actors.ask(call, target, command, { commandId });
      return answer.ended;
    },
    get: async () => {
      const found = await actors.query(call, target, 'get').catch(nullOn('call_not_found'));
      return found?.answer ?? null;
    },
  };
};
