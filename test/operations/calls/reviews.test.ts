/** Reviews of calls that exist: one by one, or many with a result for each. */
import t from 'tap';
import { callReview } from '../../../actors/call-review/index.js';
import { callReviewOperations } from '../../../operations/calls/reviews.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { stub } from '../../../testkit/stub.js';
import { foldedActors } from '../../support/actors/folded-actors.js';

const caller = (idempotencyKey: string, operationId = 'reviewVoiceCall') => ({
  businessId: 'b1',
  operationId,
  idempotencyKey,
  at: 5_000,
  by: { type: 'key' as const, keyId: 'k1' },
});

/** Two calls, `c1` and `c2`. */
const desk = () => {
  const { actors, foldOf } = foldedActors();
  const caughtUp = { count: 0 };
  const facts = {
    agentId: 'a',
    contactId: null,
    calleeNumber: '+4915112345678',
    campaignId: null,
    iterationId: null,
  };
  const reviews = callReviewOperations(
    stub<OperationsDeps>({
      actors,
      views: stub<OperationsDeps['views']>({
        callFacts: (businessId, callId) =>
          businessId === 'b1' && ['c1', 'c2'].includes(callId) ? { callId, ...facts } : null,
        catchUp: async () => {
          caughtUp.count += 1;
        },
      }),
    }),
  );
  return { reviews, caughtUp, reviewOf: (id: string) => foldOf(callReview, id) };
};

t.test('tags are kept in one form', async (t) => {
  const { reviews, reviewOf } = desk();
  const { result } = await reviews.change(caller('k'), 'c1', {
    addTags: ['  Very  Late ', 'VERY LATE', 'É'],
    score: 3,
  });
  t.same(result, { callId: 'c1', tags: ['very late', 'é'], score: 3, reviewed: false });
  await reviews.change(caller('l'), 'c1', { removeTags: ['E\u0301'] });
  t.same(reviewOf('c1').state.tags, ['very late']);
  t.match(reviewOf('c1').events[0], { by: { type: 'key', id: 'k1' } });
});

t.test('an unknown call, and a change of nothing, are refused', async (t) => {
  const { reviews } = desk();
  await t.rejects(reviews.change(caller('k'), 'c3', { score: 1 }), { code: 'call_not_found' });
  await t.rejects(reviews.note(caller('k'), 'c3', 'Hello.'), { code: 'call_not_found' });
  await t.rejects(reviews.change(caller('k'), 'c1', {}), { code: 'validation_failed' });
  await t.rejects(reviews.changeMany(caller('k'), ['c1'], { addTags: [] }), { code: 'validation_failed' });
});

t.test('many calls are changed with a result for each', async (t) => {
  const { reviews, reviewOf } = desk();
  await reviews.change(caller('k'), 'c2', { addTags: Array.from({ length: 20 }, (_, n) => `t${n}`) });
  const many = () =>
    reviews.changeMany(caller('m', 'reviewVoiceCalls'), ['c1', 'c2', 'c3'], { addTags: ['vip'] });
  const { result } = await many();
  t.match(result, {
    changed: [{ callId: 'c1', tags: ['vip'], score: null }],
    failures: [
      { callId: 'c2', error: { code: 'too_many_tags', retryable: false } },
      { callId: 'c3', error: { code: 'call_not_found' } },
    ],
  });
  t.same((await many()).result, result, 'a repetition');
  t.equal(reviewOf('c1').events.length, 1);
});

t.test('a note is added once for each request, and removed', async (t) => {
  const { reviews, reviewOf } = desk();
  const { result } = await reviews.note(caller('k', 'addVoiceCallNote'), 'c1', 'Call again.');
  t.match(result, { callId: 'c1', text: 'Call again.', createdAt: '1970-01-01T00:00:01.000Z' });
  const repeated = await reviews.note(caller('k', 'addVoiceCallNote'), 'c1', 'Call again.');
  t.equal(repeated.result.noteId, result.noteId);
  t.equal(reviewOf('c1').state.notes.length, 1);
  t.match(await reviews.removeNote(caller('r', 'removeVoiceCallNote'), 'c1', result.noteId), {
    result: { noteId: result.noteId, removed: true },
  });
  await t.rejects(reviews.removeNote(caller('s', 'removeVoiceCallNote'), 'c1', result.noteId), {
    code: 'call_note_not_found',
  });
});
