/** Categories: created here, and deleted, alone or with their contacts. */

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { CONTACTS } from './messages.js';

type Category = Data<'listContactCategories'>['categories'][number];

export const Categories = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listContactCategories', {
    query: { businessId, limit: 100 },
  });
  const categories = data?.pages.flatMap((page) => page.categories) ?? [];
  const texts = CONTACTS.category;
  return (
    <section className="stack" aria-label={texts.title}>
      <div>
        <h2>{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      <IfAllowed operation="createContactCategory" explain>
        <NewCategory />
      </IfAllowed>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && categories.length === 0 && <p className="quiet">{texts.none}</p>}
      <ul className="lines">
        {categories.map((category) => (
          <CategoryLine key={category.id} category={category} />
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </section>
  );
};

const NewCategory = (): ReactNode => {
  const businessId = useBusinessId();
  const [name, setName] = useState('');
  const creating = useMutation<unknown, ApiProblem>({
    mutationFn: async () => {
      await callApi('createContactCategory', { body: { businessId, name: name.trim() } });
    },
    onSuccess: () => setName(''),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    creating.mutate();
  };
  const { error } = creating;
  return (
    <form className="stack" onSubmit={submit}>
      <div className="say">
        <Field
          label={CONTACTS.newCategory}
          value={name}
          onChange={setName}
          required
          maxLength={120}
          error={errorAt(error, '/name')}
        />
        <button type="submit" className="main" disabled={name.trim() === '' || creating.isPending}>
          {CONTACTS.addCategory}
        </button>
      </div>
      {error !== null && (
        <Problem
          problem={{
            code: error.code,
            message: error.message,
            requestId: error.requestId,
            details: otherDetails(error, ['/name']),
          }}
        />
      )}
    </form>
  );
};

const CategoryLine = ({ category }: { readonly category: Category }): ReactNode => {
  const businessId = useBusinessId();
  const [confirming, setConfirming] = useState<'category' | 'contacts' | null>(null);
  const texts = CONTACTS.category;
  const { id, name, contactCount } = category;
  const remove = async (): Promise<void> => {
    await callApi('deleteContactCategory', { body: { businessId, categoryId: id, confirmName: name } });
  };
  const removeContacts = async (): Promise<void> => {
    await callApi('deleteContacts', { body: { businessId, categoryId: id } });
  };
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="small figure">{texts.count(contactCount)}</p>
      </div>
      <IfAllowed operation="deleteContactCategory">
        <div className="actions">
          {contactCount > 0 && (
            <button type="button" className="danger quiet-danger" onClick={() => setConfirming('contacts')}>
              {texts.empty}
            </button>
          )}
          <button
            type="button"
            className="danger quiet-danger"
            aria-label={texts.deleteNamed(name)}
            onClick={() => setConfirming('category')}
          >
            {CONTACTS.delete}
          </button>
        </div>
      </IfAllowed>
      {confirming === 'category' && (
        <Confirm
          title={texts.deleteTitle(name)}
          help={texts.deleteHelp(contactCount)}
          name={name}
          label={CONTACTS.confirmName(name)}
          button={CONTACTS.delete}
          onConfirm={remove}
          onClose={() => setConfirming(null)}
        />
      )}
      {confirming === 'contacts' && (
        <Confirm
          title={texts.emptyTitle(name)}
          help={texts.emptyHelp(contactCount)}
          name={name}
          label={CONTACTS.confirmName(name)}
          button={texts.empty}
          onConfirm={removeContacts}
          onClose={() => setConfirming(null)}
        />
      )}
    </li>
  );
};
