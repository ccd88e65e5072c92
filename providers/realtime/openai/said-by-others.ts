/** What the agent says in another voice, in the conversation of an engine: once begun it is there, and what was not heard is put right. */
import { type ClientEvent, createItem, deleteItem, saidItem } from './client-events.js';

export interface SaidByOthers {
  /** What is to be sent; as RealtimeStream.say. */
  say(id: string, text: string): readonly ClientEvent[];
}

export const createSaidByOthers = (): SaidByOthers => {
  /** The item of each, by its id. */
  const items = new Map<string, string>();
  let count = 0;
  return {
    say: (id, text) => {
      const before = items.get(id);
      items.delete(id);
      const gone = before === undefined ? [] : [deleteItem(before)];
      if (text === '') return gone;
      count += 1;
      const item = `said_${count}`;
      items.set(id, item);
      return [createItem(saidItem('assistant', text, item), before), ...gone];
    },
  };
};
