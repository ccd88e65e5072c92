/** Reads the data of the inbox again after a change. */
import type { QueryClient } from '@tanstack/react-query';

const READS = ['listConversations', 'readConversation', 'listConversationMessages'] as const;

export const readInboxAgain = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => READS.some((name) => queryKey.includes(name)) });
