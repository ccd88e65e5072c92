/** The call, as its media addresses it where call actors are reachable. */
import type { AttachedMedia, CallDetails, CallEnd, SessionCommand } from '../actors/call/commands.js';
import { call } from '../actors/call/index.js';
import type { ActorClient, Target } from '../actors/runtime/actor-client.js';
import type { Memory } from '../providers/llm/language-model.js';
import { nullOn } from '../schemas/errors.js';

/** What a call's agent remembers of the customer, the newest first; absent: nothing. */
export interface Remembering {
  readonly memories?: readonly Memory[];
}

/** The call, as its media addresses it. A retried command has the same `commandId`. */
export interface CallOfMedia {
  /** @throws DomainError call_not_live */
  attach(
    attachmentId: string,
    carrierCallId: string,
    commandId: string,
  ): Promise<AttachedMedia & Remembering>;
  /** How the call ended; null while it is live. @throws DomainError call_not_found */
  send(command: SessionCommand, commandId: string): Promise<CallEnd | null>;
  /** Null when there is no such call. */
  get(): Promise<CallDetails | null>;
}

/** `memoriesOf`: what the call's agent remembers of its contact. It never fails, and takes no longer than a greeting may wait. */
export const callOfMedia = (
  actors: ActorClient,
  target: Target,
  memoriesOf: (attached: AttachedMedia) => Promise<readonly Memory[]> = async () => [],
): CallOfMedia => {
  return {
    attach: async (attachmentId, carrierCallId, commandId) => {
      const command = { type: 'attach_media', attachmentId, carrierCallId } as const;
      const { answer } = await actors.ask(call, target, command, { commandId });
      return { ...answer, memories: await memoriesOf(answer) };
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
