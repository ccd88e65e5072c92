/** The call, as its media speaks to it where calls' actors can be asked. */
import { call } from '../actors/call/index.js';
import type { ActorAsker } from '../actors/runtime/asking.js';
import { nullOn } from '../schemas/errors.js';
import type { CallOfMedia } from './call-media.js';

export const callOfMedia = (actors: ActorAsker, business: string, id: string): CallOfMedia => {
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
