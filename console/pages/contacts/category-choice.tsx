/** Chooses categories from the existing ones, and can create a new one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, ask } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Field } from '../../parts/field.js';
import { Problem } from '../../parts/states.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';

interface CategoryChoiceProps {
  readonly chosen: readonly string[];
  readonly change: (ids: readonly string[]) => void;
  readonly wrong?: string | undefined;
}

export const CategoryChoice = ({ chosen, change, wrong }: CategoryChoiceProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listContactCategories', {
    query: { businessId, limit: 200 },
  });
  const making = useMutation<string, ApiProblem>({
    mutationFn: async () => {
      const { category } = await ask('createContactCategory', { body: { businessId, name: name.trim() } });
      await queries.invalidateQueries({ queryKey: ['pages', 'listContactCategories'] });
      return category.id;
    },
    onSuccess: (id) => {
      setName('');
      change([...chosen, id]);
    },
  });
  const texts = TEXTS.contacts;
  const categories = data?.pages.flatMap((page) => page.categories) ?? [];
  return (
    <fieldset className="choose">
      <legend>{texts.categories}</legend>
      {error !== null && <Problem problem={error} retry={() => void refetch()} />}
      {data !== undefined && categories.length === 0 && <p className="help">{texts.noCategory}</p>}
      <div className="checks">
        {categories.map((category) => (
          <label key={category.id} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(category.id)}
              onChange={({ target }) =>
                change(target.checked ? [...chosen, category.id] : chosen.filter((id) => id !== category.id))
              }
            />
            {category.name}
          </label>
        ))}
        {hasNextPage && (
          <button type="button" className="plain" onClick={() => void fetchNextPage()}>
            {TEXTS.more}
          </button>
        )}
      </div>
      <div className="say">
        <Field label={texts.newCategory} value={name} change={setName} maxLength={120} />
        <button
          type="button"
          className="plain"
          disabled={name.trim() === '' || making.isPending}
          onClick={() => making.mutate()}
        >
          {texts.addCategory}
        </button>
      </div>
      {making.error !== null && <Problem problem={making.error} />}
      {wrong !== undefined && <p className="wrong">{wrong}</p>}
    </fieldset>
  );
};
