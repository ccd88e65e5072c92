/** The audience of a campaign: categories, and contacts by name. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { Field } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useContactSearch } from '../contacts/contact-search.js';
import { FoundContacts } from '../contacts/found-contacts.js';
import { useBusinessId } from '../session/session.js';
import styles from './campaign-builder.module.css';
import type { Draft } from './draft.js';
import { CAMPAIGNS } from './messages.js';

interface AudienceProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

export const Audience = ({ draft, onChange }: AudienceProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = CAMPAIGNS.builder;
  const { data, error, hasNextPage, fetchNextPage } = usePages('listContactCategories', {
    query: { businessId, limit: 50 },
  });
  const categories = data?.pages.flatMap((page) => page.categories) ?? [];
  const toggle = (id: string, isChosen: boolean): void =>
    onChange({
      categoryIds: isChosen
        ? [...draft.categoryIds, id]
        : draft.categoryIds.filter((categoryId) => categoryId !== id),
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
            {COMMON.more}
          </button>
        )}
      </fieldset>
      <IndividualContacts draft={draft} onChange={onChange} />
    </>
  );
};

const IndividualContacts = ({ draft, onChange }: AudienceProps): ReactNode => {
  const texts = CAMPAIGNS.builder;
  const { typed, setTyped, found } = useContactSearch();
  return (
    <div className="stack">
      <h3>{texts.contacts}</h3>
      {draft.contactIds.length > 0 && (
        <ul className="chips">
          {draft.contactIds.map((id) => (
            <Chip
              key={id}
              id={id}
              onRemove={() =>
                onChange({ contactIds: draft.contactIds.filter((contactId) => contactId !== id) })
              }
            />
          ))}
        </ul>
      )}
      <Field label={texts.find} type="search" value={typed} onChange={setTyped} />
      <FoundContacts
        contacts={found ?? []}
        labelOf={texts.add}
        isDisabled={(id) => draft.contactIds.includes(id)}
        onChoose={({ id }) => onChange({ contactIds: [...draft.contactIds, id] })}
      />
    </div>
  );
};

/** The draft only holds ids, so the name is read. */
const Chip = ({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error } = useRead('readContact', { path: { contactId: id }, query: { businessId } });
  const name = data?.contact.name ?? (error === null ? '…' : CAMPAIGNS.recipients.deletedContact);
  return (
    <li className="chip">
      {name}{' '}
      <button
        type="button"
        className={styles.removeChip}
        aria-label={CAMPAIGNS.builder.remove(name)}
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  );
};
