/** Stored answers refer to their request for text that they repeat, and joining them restores the same answer. */
import fc from 'fast-check';
import t from 'tap';
import { joined, partsOf, REFERRING_LENGTH } from '../../../gateway/pipeline/answer-parts.js';
import type { StoredAnswer } from '../../../gateway/pipeline/idempotency.js';
import { seedOfRun } from '../../../testkit/seeded.js';
import { BUSINESS } from '../fakes/ids.js';
import { createFakeOperations } from '../fakes/operations.js';
import { startGateway } from '../gateway-under-test.js';
import { ask } from '../requests.js';

const LONG = 'Answer "politely", wherever / you ~ are.\n'.repeat(2_500);

t.test('an answer refers to parts of the request, and the rest is stored', (t) => {
  const request = { name: 'Ann', 'a/b~c': { texts: ['short', LONG] } };
  const answer = JSON.stringify({ ok: true, data: { id: 1, one: LONG, two: LONG }, meta: {} });
  const parts = partsOf(answer, request);
  t.same(parts, [
    '{"ok":true,"data":{"id":1,"one":',
    { request: '/a~1b~0c/texts/1' },
    ',"two":',
    { request: '/a~1b~0c/texts/1' },
    '},"meta":{}}',
  ]);
  t.equal(joined(parts, request), answer);
  t.throws(() => joined(parts, { name: 'Ann' }), /no text at/, 'another request does not fit');
  t.end();
});

t.test('short answers, and long ones that repeat nothing, are stored whole', (t) => {
  t.equal(partsOf('{"ok":true}', { text: LONG }), '{"ok":true}');
  const original = JSON.stringify({ made: 'x'.repeat(REFERRING_LENGTH) });
  t.same(partsOf(original, { text: LONG }), [original]);
  t.equal(joined(partsOf(original, { text: LONG }), { text: LONG }), original);
  t.end();
});

t.test('joining restores the answer, whatever it shares with the request', (t) => {
  const seed = seedOfRun();
  t.comment(`seed ${seed}`);
  const text = fc
    .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 600 }))
    .map(([unit, times]) => unit.repeat(times));
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(text, fc.array(text))),
      fc.array(text),
      (request, texts) => {
        const answer = JSON.stringify({ request, own: texts, padding: ' '.repeat(REFERRING_LENGTH) });
        t.equal(joined(partsOf(answer, request), request), answer);
      },
    ),
    { seed, numRuns: 50 },
  );
  t.end();
});

t.test('a large answer is replayed unchanged from a small record', async (t) => {
  const stored: StoredAnswer[] = [];
  const operations = createFakeOperations();
  const under = await startGateway(t, {
    operations: {
      ...operations,
      agents: {
        ...operations.agents,
        create: async (caller, params) => {
          const { result, ...written } = await operations.agents.create(caller, params);
          return {
            result: { ...result, agent: { ...result.agent, instructions: params.instructions } },
            ...written,
          };
        },
      },
    },
    idempotency: {
      claim: async () => {
        const [answer] = stored;
        if (answer !== undefined) return { type: 'replay', answer };
        return {
          type: 'claimed',
          complete: async (complete) => void stored.push(complete),
          release: async () => undefined,
        };
      },
    },
  });
  const body = {
    businessId: BUSINESS,
    channel: 'voice',
    name: 'Ann',
    instructions: 'Say hello. '.repeat(8_000),
  };
  const key = { 'idempotency-key': 'large' };
  const first = await ask(under, 'POST', '/api/v1/agents', body, key);
  const again = await ask(under, 'POST', '/api/v1/agents', body, key);
  t.equal(again.status, 201);
  t.equal(again.headers.get('idempotency-replayed'), 'true');
  t.same(again.body, first.body);
  t.match(JSON.stringify(first.body), 'Say hello. Say hello.', 'the answer shows the instructions');
  t.ok(JSON.stringify(stored[0]?.body).length < 2_000, 'the record does not hold them');
});
