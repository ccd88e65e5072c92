/** Chooses categories from the existing ones, and can create a new one. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Field } from '../../ui/forms/field.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './category-choice.module.css';
import { CONTACTS } from './messages.js';

interface CategoryChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly error?: string | undefined;
}

export const CategoryChoice = ({ chosen, onChange, error: fieldError }: CategoryChoiceProps): ReactNode => {
  const businessId = useBusinessId();
  const errorId = useId();
  const [name, setName] = useState('');
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listContactCategories', {
    query: { businessId, limit: 200 },
  });
  const creating = useMutation<string, ApiProblem>({
    mutationFn: async () => {
      const { category } = await callApi('createContactCategory', {
        body: { businessId, name: name.trim() },
      });
      return category.id;
    },
    onSuccess: (id) => {
      setName('');
      onChange([...chosen, id]);
    },
  });
  const texts = CONTACTS;
  const categories = data?.pages.flatMap((page) => page.categories) ?? [];
  return (
    <fieldset className={styles.categories} aria-describedby={fieldError === undefined ? undefined : errorId}>
      <legend>{texts.categories}</legend>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data !== undefined && categories.length === 0 && <p className="help">{texts.noCategory}</p>}
      <div className={styles.boxes}>
        {categories.map((category) => (
          <label key={category.id} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(category.id)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, category.id] : chosen.filter((id) => id !== category.id),
                )
              }
            />
            {category.name}
          </label>
        ))}
        {hasNextPage && (
          <button type="button" className="plain" onClick={() => void fetchNextPage()}>
            {COMMON.more}
          </button>
        )}
      </div>
      <div className="say">
        <Field label={texts.newCategory} value={name} onChange={setName} maxLength={120} />
        <button
          type="button"
          className="plain"
          disabled={name.trim() === '' || creating.isPending}
          onClick={() => creating.mutate()}
        >
          {texts.addCategory}
        </button>
      </div>
      {creating.error !== null && <Problem problem={creating.error} />}
      {fieldError !== undefined && (
        <p className="wrong" id={errorId}>
          {fieldError}
        </p>
      )}
    </fieldset>
  );
};
