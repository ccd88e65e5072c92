/** Finds contacts while their name is typed. */
import { useState } from 'react';
import type { ApiProblem, Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { useTypedText } from '../../ui/typed-text.js';
import { useBusinessId } from '../session/session.js';

/** A shorter text finds nearly everything. */
const MIN_SEARCH = 2;
const MAX_FOUND = 6;

export interface ContactSearch {
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** The text that is searched for. */
  readonly search: string;
  /** Null: nothing is searched for, or there is no response yet. */
  readonly found: Data<'listContacts'>['contacts'] | null;
  readonly error: ApiProblem | null;
}

/** A search begins when its user pauses. */
export const useContactSearch = (): ContactSearch => {
  const businessId = useBusinessId();
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useTypedText(search, setSearch);
  const isSearching = search.length >= MIN_SEARCH;
  const { data, error } = useRead(
    'listContacts',
    { query: { businessId, limit: MAX_FOUND, search } },
    { enabled: isSearching },
  );
  return { typed, setTyped, search, found: isSearching ? (data?.contacts ?? null) : null, error };
};
