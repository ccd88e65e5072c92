/** The audience of a campaign: categories, and contacts by name. */
import { type ReactNode, useEffect, useState } from 'react';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { Field } from '../../parts/field.js';
import { Problem } from '../../parts/states.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import type { Draft } from './draft.js';

/** Delay before a search, so that not every letter starts one, ms. */
const TYPING_MS = 250;
/** Minimum length of a search in the API. */
const LEAST_SEARCH = 2;
const MOST_FOUND = 6;

interface AudienceProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
}

export const Audience = ({ draft, change }: AudienceProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = TEXTS.campaigns.builder;
  const { data, error, hasNextPage, fetchNextPage } = usePages('listContactCategories', {
    query: { businessId, limit: 50 },
  });
  const categories = data?.pages.flatMap((page) => page.categories) ?? [];
  const toggle = (id: string, isChosen: boolean): void =>
    change({
      categoryIds: isChosen ? [...draft.categoryIds, id] : draft.categoryIds.filter((one) => one !== id),
    });
  return (
    <>
      <fieldset className="choices">
        <legend className="small">{texts.categories}</legend>
        {error !== null && <Problem problem={error} />}
        {data !== undefined && categories.length === 0 && <p className="quiet">{texts.noCategories}</p>}
        {categories.map(({ id, name, contactCount }) => (
          <label key={id} className="tick">
            <input
              type="checkbox"
              checked={draft.categoryIds.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            {texts.category(name, contactCount)}
          </label>
        ))}
        {hasNextPage && (
          <button type="button" className="plain" onClick={() => void fetchNextPage()}>
            {TEXTS.more}
          </button>
        )}
      </fieldset>
      <Named draft={draft} change={change} />
    </>
  );
};

const Named = ({ draft, change }: AudienceProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = TEXTS.campaigns.builder;
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isSearching = search.length >= LEAST_SEARCH;
  const found = useRead(
    'listContacts',
    { query: { businessId, limit: MOST_FOUND, search } },
    { enabled: isSearching },
  );
  const contacts = isSearching ? (found.data?.contacts ?? []) : [];
  return (
    <div className="stack">
      <h3>{texts.contacts}</h3>
      {draft.contactIds.length > 0 && (
        <ul className="chips">
          {draft.contactIds.map((id) => (
            <Chip
              key={id}
              id={id}
              remove={() => change({ contactIds: draft.contactIds.filter((one) => one !== id) })}
            />
          ))}
        </ul>
      )}
      <Field label={texts.find} type="search" value={typed} change={setTyped} />
      {contacts.length > 0 && (
        <ul className="found">
          {contacts.map(({ id, name, mobile }) => (
            <li key={id}>
              <button
                type="button"
                className="choice"
                aria-label={texts.add(name)}
                disabled={draft.contactIds.includes(id)}
                onClick={() => change({ contactIds: [...draft.contactIds, id] })}
              >
                {name} <span className="quiet figure">{mobile}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** The draft only holds ids, so the name is read. */
const Chip = ({ id, remove }: { readonly id: string; readonly remove: () => void }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error } = useRead('readContact', { path: { contactId: id }, query: { businessId } });
  const name = data?.contact.name ?? (error === null ? '…' : TEXTS.campaigns.recipients.gone);
  return (
    <li className="chip">
      {name}{' '}
      <button
        type="button"
        className="drop"
        aria-label={TEXTS.campaigns.builder.remove(name)}
        onClick={remove}
      >
        ×
      </button>
    </li>
  );
};
