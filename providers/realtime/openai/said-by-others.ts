/** Adds to an engine's conversation what the agent says in another voice: when it begins, corrected to what was heard. */
import { type ClientEvent, createItem, deleteItem, saidItem } from './client-events.js';

export interface SaidByOthers {
  /** The messages to send; semantics as RealtimeStream.say. */
  say(id: string, text: string): readonly ClientEvent[];
}

export const createSaidByOthers = (): SaidByOthers => {
  /** The current item of each `id`. */
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
