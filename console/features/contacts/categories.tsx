/** Categories: created here, and deleted, alone or with their contacts. */

import { type ReactNode, useState } from 'react';
import { createContactCategoryBody } from '../../api/bodies/contacts.js';
import { callApi, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
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
  const { form } = useBodyForm({
    body: createContactCategoryBody,
    values: { name: '' },
    toBody: ({ name }) => ({ businessId, name: name.trim() }),
    onSuccess: (_, { reset }) => reset(),
  });
  return (
    <Form form={form} className="stack">
      <div className="say">
        <TextField form={form} name="name" label={CONTACTS.newCategory} />
        <Submit form={form}>{CONTACTS.addCategory}</Submit>
      </div>
      <FormProblem form={form} />
    </Form>
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
