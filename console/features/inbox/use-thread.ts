/** The thread of a conversation: its latest messages, updated live, and earlier ones as far as the reader has gone back. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import type { ThreadItem } from './types.js';

/** Messages per page. */
const PAGE = 50;

interface Thread {
  /** Oldest first; undefined until read. */
  readonly items: readonly ThreadItem[] | undefined;
  readonly problem: ApiProblem | null;
  readonly retry: () => void;
  readonly onLoadEarlier: (() => void) | null;
  /** Whether the beginning of the conversation has been read. */
  readonly isWhole: boolean;
}

/** Items by id; the most recent read of an item wins. */
type Known = ReadonlyMap<string, ThreadItem>;

const EMPTY: Known = new Map();

export const useThread = (businessId: string, conversationId: string): Thread => {
  const path = { conversationId };
  const { data, error, refetch } = useRead('listConversationMessages', {
    path,
    query: { businessId, limit: PAGE },
  });
  const [known, setKnown] = useState(EMPTY);
  /** Cursor of the next earlier page; undefined until something has been read. */
  const [cursor, setCursor] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    if (data === undefined) return;
    setKnown((before) => {
      // If more messages arrived than one page holds, those between are missing, so the thread starts over.
      const isContiguous = before.size === 0 || data.items.some(({ id }) => before.has(id));
      if (!isContiguous) setCursor(data.nextCursor);
      return new Map([
        ...(isContiguous ? before : EMPTY),
        ...data.items.map((item) => [item.id, item] as const),
      ]);
    });
    setCursor((before) => (before === undefined ? data.nextCursor : before));
  }, [data]);
  const reading = useMutation<void, ApiProblem, string>({
    mutationFn: async (from) => {
      const page = await callApi('listConversationMessages', {
        path,
        query: { businessId, limit: PAGE, cursor: from },
      });
      setKnown((before) => new Map([...page.items.map((item) => [item.id, item] as const), ...before]));
      setCursor(page.nextCursor);
    },
  });
  const items = useMemo(() => [...known.values()].toSorted((a, b) => Number(a.id) - Number(b.id)), [known]);
  return {
    items: known.size === 0 && data === undefined ? undefined : items,
    problem: error ?? reading.error,
    retry: () => void refetch(),
    onLoadEarlier: typeof cursor === 'string' && !reading.isPending ? () => reading.mutate(cursor) : null,
    isWhole: cursor === null,
  };
};
