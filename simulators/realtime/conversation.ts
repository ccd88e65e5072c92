/** The conversation of a simulated session: its items in order, and the operations that clients may perform on them. */
import { isRecord } from '../support/json.js';
import type { Item } from './world.js';

/** A refused operation, with an error code of the protocol. */
export class Refused extends Error {}

interface StoredItem {
  readonly id: string;
  readonly type: string;
  readonly role: string;
  readonly callId: string;
  text: string;
  ms: number;
}

export interface ConversationItems {
  /** Inserts an item after `after`, or at the end if it is null. Returns the id of the item before it. */
  add(item: StoredItem, after: string | null): string | null;
  remove(id: string): void;
  truncate(id: string, ms: number): void;
  /** Parses an item that a client sends. @throws Refused */
  parse(item: unknown): StoredItem;
  find(id: string): StoredItem | undefined;
  /** Tool calls without an answer. */
  unanswered(): readonly string[];
  list(): readonly Item[];
}

const CONTENT: Readonly<Record<string, string>> = {
  user: 'input_text',
  system: 'input_text',
  assistant: 'output_text',
};

export const createConversation = (): ConversationItems => {
  let items: StoredItem[] = [];
  let itemCount = 0;
  const find = (id: string): StoredItem | undefined => items.find((item) => item.id === id);
  return {
    add: (item, after) => {
      const at =
        after === null ? items.length : after === 'root' ? 0 : items.findIndex(({ id }) => id === after) + 1;
      if (after !== null && after !== 'root' && at === 0) throw new Refused('item_not_found');
      items = [...items.slice(0, at), item, ...items.slice(at)];
      return items[at - 1]?.id ?? null;
    },
    remove: (id) => {
      if (find(id) === undefined) throw new Refused('item_delete_invalid_item_id');
      items = items.filter((item) => item.id !== id);
    },
    truncate: (id, ms) => {
      const item = find(id);
      if (item === undefined) throw new Refused('item_truncate_invalid_item_id');
      if (item.role !== 'assistant' || item.ms === 0 || ms <= 0)
        throw new Refused('unsupported_content_type');
      if (ms > item.ms) throw new Refused('invalid_value');
      item.ms = ms;
      // Which words remain is unknown.
      item.text = '';
    },
    parse: (item) => {
      if (!isRecord(item)) throw new Refused('invalid_type');
      itemCount += 1;
      const id = typeof item.id === 'string' ? item.id : `item_given_${itemCount}`;
      const base = { id, callId: String(item.call_id ?? ''), ms: 0 };
      if (item.type === 'function_call')
        return { ...base, type: 'function_call', role: '', text: String(item.name) };
      if (item.type === 'function_call_output') {
        const isCalled = items.some(({ type, callId }) => type === 'function_call' && callId === base.callId);
        if (!isCalled) throw new Refused('invalid_tool_call_id');
        return { ...base, type: 'function_call_output', role: '', text: String(item.output) };
      }
      const role = String(item.role);
      const [content] = Array.isArray(item.content) ? item.content : [];
      if (item.type !== 'message' || !isRecord(content) || content.type !== CONTENT[role])
        throw new Refused('invalid_value');
      return { ...base, type: 'message', role, text: String(content.text) };
    },
    find,
    unanswered: () =>
      items
        .filter(({ type, callId }) => {
          const isAnswered = items.some(
            (item) => item.type === 'function_call_output' && item.callId === callId,
          );
          return type === 'function_call' && !isAnswered;
        })
        .map(({ text }) => text),
    list: () => items.map(({ id, type, role, text, ms }) => ({ id, type, role, text, ms })),
  };
};
