/** Creating contacts and their categories (spec section 4.6, contract.md "Contacts and data sources"). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { business } from '../actors/business/index.js';
import { contact } from '../actors/contact/index.js';
import { mobile } from '../actors/mobile/index.js';
import { DomainError } from '../schemas/errors.js';
import { deriveId } from '../schemas/ids.js';
import type { OperationsDeps } from './deps.js';
import type { Operations } from './operations.js';

const NO_CALLS = { count: 0, lastAt: null, lastOutcome: null } as const;

export const contactOperations = (
  deps: OperationsDeps,
): Pick<Operations, 'createCategory' | 'createContact'> => ({
  createCategory: async (caller, body) => {
    const id = deriveId(caller.businessId, caller.operationId, caller.idempotencyKey);
    const name = body.name.trim();
    if (name === '')
      throw new DomainError('validation_failed', undefined, [
        { path: '/name', message: 'must not be blank' },
      ]);
    const { shard, seq } = await deps.actors.ask(
      business,
      { business: caller.businessId, id: caller.businessId },
      { type: 'create_category', categoryId: id, name },
    );
    return { result: { id, name, contactCount: 0 }, shard, seq };
  },

  createContact: async (caller, body) => {
    const number = e164(body.mobile);
    const names = await categoryNames(deps, caller.businessId, body.categoryIds);
    const id = deriveId(caller.businessId, caller.operationId, caller.idempotencyKey);
    await deps.actors.ask(
      mobile,
      { business: caller.businessId, id: number.slice(1) },
      { type: 'reserve', contactId: id },
    );
    const facts = {
      name: body.name,
      mobile: number,
      categoryIds: body.categoryIds,
      fields: body.fields ?? {},
    };
    const { answer, shard, seq } = await deps.actors.ask(
      contact,
      { business: caller.businessId, id },
      { type: 'create', facts },
    );
    const createdAt = new Date(answer.createdAt).toISOString();
    return {
      result: {
        id,
        name: answer.name,
        mobile: answer.mobile,
        fields: { ...answer.fields },
        categories: names,
        communicationBlocked: false,
        rollups: { voice: NO_CALLS, whatsapp: NO_CALLS, instagram: NO_CALLS },
        createdAt,
        updatedAt: createdAt,
      },
      shard,
      seq,
    };
  },
});

/** The number in E.164, or a refusal that says how to write it. */
const e164 = (text: string): string => {
  const parsed = parsePhoneNumberFromString(text);
  if (parsed?.isValid() && text.trim().startsWith('+')) return parsed.number;
  throw new DomainError('validation_failed', undefined, [
    { path: '/mobile', message: 'must be a valid number in E.164, for example +14155550123' },
  ]);
};

const categoryNames = async (
  deps: OperationsDeps,
  businessId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> => {
  const { answer } = await deps.actors.ask(
    business,
    { business: businessId, id: businessId },
    { type: 'status' },
  );
  const unknown = ids.flatMap((id, index) =>
    id in answer.categories ? [] : [{ path: `/categoryIds/${index}`, message: `there is no category ${id}` }],
  );
  if (unknown.length > 0) throw new DomainError('category_not_found', undefined, unknown);
  return ids.map((id) => ({ id, name: answer.categories[id] ?? '' }));
};
