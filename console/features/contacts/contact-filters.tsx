/** Search, filters and order of the list of contacts, kept in its address. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { useFilters } from '../../ui/filters.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { useTypedText } from '../../ui/typed-text.js';
import { useBusinessId } from '../session/session.js';
import { FILTERS, type FilterName, NOT_SINCE_DAYS, SINCE_DAYS } from './contact-query.js';
import { CONTACTS } from './messages.js';

export const ContactFilters = (): ReactNode => {
  const businessId = useBusinessId();
  const { filterOf, setFilter } = useFilters({ replace: true });
  const { data } = usePages('listContactCategories', { query: { businessId, limit: 200 } });
  const source = useRead('listDataSources', { query: { businessId } });
  const texts = CONTACTS.filters;
  const any = { value: '', name: texts.any };
  const categories = data?.pages.flatMap((page) => page.categories) ?? [];
  const fields = source.data?.dataSources.find(({ builtIn }) => builtIn)?.fields ?? [];
  const set = (name: FilterName | 'sort') => (value: string) => setFilter(name, value);
  const isFiltered = FILTERS.some((name) => name !== 'search' && filterOf(name) !== '');
  return (
    <search>
      <div className="filters">
        <Typed label={CONTACTS.search} value={filterOf('search')} onChange={set('search')} type="search" />
        <Choice
          label={texts.sort}
          value={filterOf('search').trim() === '' ? filterOf('sort') : ''}
          choices={[
            { value: '', name: texts.sorts.created },
            { value: 'name', name: texts.sorts.name },
            { value: 'lastContact', name: texts.sorts.lastContact },
          ]}
          onChange={set('sort')}
        />
      </div>
      <details className="more-settings" open={isFiltered}>
        <summary>{texts.title}</summary>
        <div className="filters">
          <Choice
            label={texts.category}
            value={filterOf('category')}
            choices={[any, ...categories.map(({ id, name }) => ({ value: id, name }))]}
            onChange={set('category')}
          />
          <Choice
            label={texts.blocked}
            value={filterOf('blocked')}
            choices={[any, { value: 'no', name: texts.allowed }, { value: 'yes', name: CONTACTS.blocked }]}
            onChange={set('blocked')}
          />
          <Choice
            label={texts.contact}
            value={filterOf('contact')}
            choices={[
              any,
              ...SINCE_DAYS.map((days) => ({ value: `since-${days}`, name: texts.since(days) })),
              ...NOT_SINCE_DAYS.map((days) => ({ value: `not-${days}`, name: texts.notSince(days) })),
              { value: 'never', name: texts.never },
            ]}
            onChange={set('contact')}
          />
          <Choice
            label={texts.field}
            value={filterOf('field')}
            choices={[
              any,
              ...fields.flatMap(({ key, label }) =>
                key === 'name' || key === 'mobile' ? [] : [{ value: key, name: label }],
              ),
            ]}
            onChange={set('field')}
          />
          {filterOf('field') !== '' && (
            <Typed
              label={texts.value}
              help={texts.valueHelp}
              value={filterOf('value')}
              onChange={set('value')}
              maxLength={2_000}
            />
          )}
        </div>
      </details>
    </search>
  );
};

interface TypedProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'search';
  readonly maxLength?: number;
}

/** A text that takes effect when its user pauses. */
const Typed = ({ value, onChange, ...field }: TypedProps): ReactNode => {
  const [typed, setTyped] = useTypedText(value, onChange);
  return <Field {...field} value={typed} onChange={setTyped} />;
};
