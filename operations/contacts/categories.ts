/** Contact categories. */
import { business } from '../../actors/business/index.js';
import type { CategoryCreate, CategoryDelete, CategoryResource } from '../../schemas/contacts/contact.js';
import { DomainError } from '../../schemas/errors.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { cleanName, nameProblems, refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';

interface CategoryOperations {
  /** @throws DomainError category_exists */
  create(caller: Caller, body: CategoryCreate): Promise<Written<CategoryResource>>;
  /** Contacts keep their other categories. @throws DomainError category_not_found, category_name_mismatch, category_not_empty */
  delete(caller: Caller, body: CategoryDelete): Promise<Written<CategoryResource>>;
}

export const categoryOperations = (deps: OperationsDeps): CategoryOperations => ({
  create: async (caller, body) => {
    const id = commandIdOf(caller);
    const name = cleanName(body.name);
    refuseProblems(nameProblems(name));
    const { shard, seq } = await deps.actors.ask(
      business,
      { business: caller.businessId, id: caller.businessId },
      { type: 'create_category', categoryId: id, name },
    );
    return { result: { id, name, contactCount: 0 }, shard, seq };
  },

  delete: async (caller, { categoryId, confirmName }) => {
    const { businessId } = caller;
    await deps.views.catchUp(businessId);
    const category = deps.views.category(businessId, categoryId);
    if (category === null) throw new DomainError('category_not_found');
    const stranded = category.name === confirmName ? deps.views.onlyInCategory(categoryId) : 0;
    if (stranded > 0) {
      throw new DomainError('category_not_empty', undefined, [
        { path: '/categoryId', message: `${stranded} contacts belong to this category alone` },
      ]);
    }
    const { shard, seq } = await deps.actors.ask(
      business,
      { business: businessId, id: businessId },
      { type: 'delete_category', categoryId, confirmName },
    );
    return { result: { ...category, contactCount: 0 }, shard, seq };
  },
});

/** The names of categories. @throws DomainError category_not_found, naming those that do not exist */
export const categoryNames = async (
  deps: OperationsDeps,
  businessId: string,
  ids: readonly string[],
  path = '/categoryIds',
): Promise<readonly { readonly id: string; readonly name: string }[]> => {
  const { answer } = await deps.actors.query(business, { business: businessId, id: businessId }, 'get');
  const unknown = ids.flatMap((id, index) =>
    Object.hasOwn(answer.categories, id)
      ? []
      : [{ path: `${path}/${index}`, message: `there is no category ${id}` }],
  );
  if (unknown.length > 0) throw new DomainError('category_not_found', undefined, unknown);
  return ids.map((id) => ({ id, name: answer.categories[id] ?? '' }));
};
