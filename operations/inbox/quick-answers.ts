/** Quick answers of a business, and their texts for one conversation. */
import type { StoredQuickAnswer } from '../../actors/quick-answers/events.js';
import { quickAnswers } from '../../actors/quick-answers/index.js';
import {
  type FilledQuickAnswer,
  OWN_PLACEHOLDERS,
  type QuickAnswerCreate,
  type QuickAnswerResource,
  type QuickAnswerUpdate,
} from '../../schemas/conversations/quick-answer.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { FIELD_KEY_PATTERN } from '../../schemas/patterns.js';
import { fillPlaceholders, placeholdersOf } from '../../schemas/text.js';
import { authorOf, type Caller, commandIdOf } from '../caller.js';
import { requireInboxConversation, shownAddress } from '../conversations/conversations.js';
import type { OperationsDeps } from '../deps.js';
import { cleanName, nameProblems, refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';

export interface QuickAnswerOperations {
  /** In the order of their shortcuts. */
  list(businessId: string): Promise<readonly QuickAnswerResource[]>;
  /**
   * The quick answers with the values of a conversation, for the user who writes in it.
   * @throws DomainError conversation_not_found
   */
  listFor(
    businessId: string,
    conversationId: string,
    userName: string,
  ): Promise<readonly FilledQuickAnswer[]>;
  /** @throws DomainError validation_failed, too_many_quick_answers, quick_answer_shortcut_taken */
  create(caller: Caller, body: QuickAnswerCreate): Promise<Written<QuickAnswerResource>>;
  /** @throws DomainError validation_failed, quick_answer_not_found, quick_answer_shortcut_taken */
  update(
    caller: Caller,
    quickAnswerId: string,
    body: QuickAnswerUpdate,
  ): Promise<Written<QuickAnswerResource>>;
  /** @throws DomainError quick_answer_not_found */
  remove(
    caller: Caller,
    quickAnswerId: string,
  ): Promise<Written<{ readonly quickAnswerId: string; readonly removed: true }>>;
}

export const quickAnswerOperations = ({
  actors,
  views,
}: Pick<OperationsDeps, 'actors' | 'views'>): QuickAnswerOperations => {
  const refOf = (businessId: string) => ({ business: businessId, id: businessId });
  const list = async (businessId: string): Promise<readonly StoredQuickAnswer[]> => {
    const { answer } = await actors.query(quickAnswers, refOf(businessId), 'get');
    return answer.toSorted((a, b) => (a.shortcut < b.shortcut ? -1 : 1));
  };
  /** Fields of the contact win over the first name that is guessed, but not over what is known. */
  const valuesOf = async (businessId: string, conversationId: string, userName: string) => {
    const record = await requireInboxConversation(views, businessId, conversationId);
    const contact = record.contactId === null ? null : views.contact(businessId, record.contactId);
    const name = contact?.name ?? record.name;
    const mobile = contact?.mobile ?? (record.channel === 'whatsapp' ? shownAddress(record) : null);
    return present({
      first_name: name?.trim().split(/\s+/)[0] ?? null,
      ...contact?.fields,
      name,
      mobile,
      my_name: userName,
    });
  };
  return {
    list,

    listFor: async (businessId, conversationId, userName) => {
      const values = await valuesOf(businessId, conversationId, userName);
      return (await list(businessId)).map((answer) => ({
        ...answer,
        text: fillPlaceholders(answer.text, values),
        missing: placeholdersOf(answer.text).filter((name) => !Object.hasOwn(values, name)),
      }));
    },

    create: async (caller, { shortcut, title, text }) => {
      refuseProblems([...nameProblems(title, '/title'), ...placeholderProblems(text)]);
      const quickAnswerId = commandIdOf(caller);
      const answer = { quickAnswerId, shortcut: shortcut.toLowerCase(), title: cleanName(title), text };
      const saved = await actors.ask(
        quickAnswers,
        refOf(caller.businessId),
        { type: 'save', answer, ...authorOf(caller) },
        { commandId: quickAnswerId },
      );
      return { result: requireAnswer(saved.answer), shard: saved.shard, seq: saved.seq };
    },

    update: async (caller, quickAnswerId, { shortcut, title, text }) => {
      refuseProblems([
        ...(title === undefined ? [] : nameProblems(title, '/title')),
        ...placeholderProblems(text ?? ''),
      ]);
      const saved = await actors.ask(
        quickAnswers,
        refOf(caller.businessId),
        {
          type: 'change',
          quickAnswerId,
          ...(shortcut === undefined ? {} : { shortcut: shortcut.toLowerCase() }),
          ...(title === undefined ? {} : { title: cleanName(title) }),
          ...(text === undefined ? {} : { text }),
          ...authorOf(caller),
        },
        { commandId: commandIdOf(caller) },
      );
      return { result: requireAnswer(saved.answer), shard: saved.shard, seq: saved.seq };
    },

    remove: async (caller, quickAnswerId) => {
      const { shard, seq } = await actors.ask(
        quickAnswers,
        refOf(caller.businessId),
        { type: 'remove', quickAnswerId, ...authorOf(caller) },
        { commandId: commandIdOf(caller) },
      );
      return { result: { quickAnswerId, removed: true }, shard, seq };
    },
  };
};

/** Without the values that are missing or blank. */
const present = (values: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null || value.trim() === '' ? [] : [[name, value]],
    ),
  );

/** @throws DomainError quick_answer_not_found */
const requireAnswer = (answer: StoredQuickAnswer | null): QuickAnswerResource => {
  if (answer === null) throw new DomainError('quick_answer_not_found');
  return answer;
};

const FIELD_KEY = new RegExp(FIELD_KEY_PATTERN);

/** A placeholder names a value of its own or a field that a contact can have. */
const placeholderProblems = (text: string): readonly ErrorDetail[] =>
  placeholdersOf(text)
    .filter((name) => !FIELD_KEY.test(name))
    .map((name) => ({
      path: '/text',
      message: `{{${name}}} cannot be a field of a contact; use ${OWN_PLACEHOLDERS.join(', ')} or the key of a field`,
    }));
