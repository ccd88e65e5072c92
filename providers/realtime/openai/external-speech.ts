/** Adds to an engine's conversation what the agent says in another voice: when it begins, corrected to what was heard. */
import { type ClientEvent, createItem, deleteItem, messageItem } from './client-events.js';

export interface ExternalSpeech {
  /** The messages to send; semantics as RealtimeStream.say. */
  say(id: string, text: string): readonly ClientEvent[];
}

export const createExternalSpeech = (): ExternalSpeech => {
  /** The current item of each `id`. */
  const items = new Map<string, string>();
  let count = 0;
  return {
    say: (id, text) => {
      const previous = items.get(id);
      items.delete(id);
      const deletion = previous === undefined ? [] : [deleteItem(previous)];
      if (text === '') return deletion;
      count += 1;
      const item = `said_${count}`;
      items.set(id, item);
      return [createItem(messageItem('assistant', text, item), previous), ...deletion];
    },
  };
};
