/** Quick answers: texts that people of the business insert into their messages. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  MAX_QUICK_ANSWERS,
  QuickAnswerCreate,
  QuickAnswerResource,
  QuickAnswerUpdate,
} from '../../../schemas/conversations/quick-answer.js';
import { about } from '../../../schemas/described.js';
import { QuickAnswerId } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, writtenAs } from '../common.js';

const QuickAnswerParams = Type.Object({ quickAnswerId: QuickAnswerId }, closed);
const Response = Type.Object(
  { quickAnswer: described(QuickAnswerResource, 'The quick answer as it is kept.') },
  closed,
);

/** The routes of quick answers. */
export const quickAnswerRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/quick-answers',
    operationId: 'listQuickAnswers',
    summary: `List the quick answers of the business in the order of their shortcuts: at most ${MAX_QUICK_ANSWERS}.`,
    description:
      'With their placeholders. `listQuickAnswersFor` lists them with the values of a conversation, for sessions.',
    scopes: ['communications:read'],
    query: BusinessQuery,
    response: Type.Object(
      { quickAnswers: Type.Array(QuickAnswerResource, about('The quick answers.')) },
      closed,
    ),
    handler: async ({ businessId }) => ({
      data: { quickAnswers: await operations.quickAnswers.list(businessId) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/quick-answers',
    operationId: 'createQuickAnswer',
    audit: { action: 'quick_answer.set', target: 'data.quickAnswer.quickAnswerId' },
    summary: 'Save a text that people insert into their messages by its shortcut.',
    description: `Placeholders are filled in when the text is inserted. A business has at most ${MAX_QUICK_ANSWERS} quick answers, each with a shortcut of its own.`,
    scopes: ['communications:write'],
    idempotent: true,
    status: 201,
    body: QuickAnswerCreate,
    response: Response,
    errors: ['too_many_quick_answers', 'quick_answer_shortcut_taken', 'quick_answer_not_found'],
    handler: async ({ caller, body }) =>
      writtenAs('quickAnswer', await operations.quickAnswers.create(caller, body)),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/quick-answers/{quickAnswerId}',
    operationId: 'updateQuickAnswer',
    audit: { action: 'quick_answer.set', target: 'params.quickAnswerId' },
    summary: 'Change the shortcut, the title or the text of a quick answer.',
    description: 'Omitted fields stay unchanged. Messages that were sent stay as they are.',
    scopes: ['communications:write'],
    idempotent: true,
    params: QuickAnswerParams,
    body: QuickAnswerUpdate,
    response: Response,
    errors: ['quick_answer_not_found', 'quick_answer_shortcut_taken'],
    handler: async ({ caller, params: { quickAnswerId }, body }) =>
      writtenAs('quickAnswer', await operations.quickAnswers.update(caller, quickAnswerId, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/quick-answers/{quickAnswerId}',
    operationId: 'removeQuickAnswer',
    audit: { action: 'quick_answer.removed', target: 'params.quickAnswerId' },
    summary: 'Remove a quick answer.',
    description: 'Its shortcut can be used again.',
    scopes: ['communications:write'],
    idempotent: true,
    params: QuickAnswerParams,
    query: BusinessQuery,
    response: Type.Object(
      { quickAnswerId: QuickAnswerId, removed: Type.Literal(true, about('It was removed.')) },
      closed,
    ),
    errors: ['quick_answer_not_found'],
    handler: async ({ caller, params: { quickAnswerId } }) =>
      operations.quickAnswers.remove(caller, quickAnswerId),
  }),
];
