import t from 'tap';
import { type AgentTestState, agentTest } from '../../../actors/agent-test/index.js';
import { agentTestOperations } from '../../../operations/agents/agent-tests.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import type { AgentVersion } from '../../../schemas/agents/version.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import { noTools } from '../../../testkit/stubs/no-tools.js';
import { isCommandOf, stubActors } from '../../support/stub-actors.js';

/** A model stream that fails before its first item. */
async function* failing(error: Error): AsyncGenerator<never> {
  yield* [];
  throw error;
}

t.test(
  'a failing model is an upstream error to the client, and its cause is passed on to the log',
  async (t) => {
    const cause = new Error('the model has no answer');
    const begun: AgentTestState = {
      testId: 't1',
      started: { agentId: 'a1', instructions: 'Be kind.', facts: {}, knowledgeSourceIds: [] },
      messages: [],
    };
    const agentTests = agentTestOperations(
      stub<OperationsDeps>({
        actors: stubActors(() => begun),
        views: stub<OperationsDeps['views']>({ timeZoneOf: () => null }),
        modelOf: () => stub<LanguageModel>({ respond: () => failing(cause) }),
        tools: noTools,
        questions: null,
      }),
    );
    const caller = { businessId: 'b1', operationId: 'continueAgentTest', idempotencyKey: 'k', at: 0 };
    const failed = await agentTests
      .continue(caller, 't1', { businessId: 'b1', text: 'hello' })
      .catch((error: unknown) => error);
    if (!(failed instanceof DomainError)) throw new Error('it did not fail with a DomainError');
    t.match(failed, { code: 'model_failed', cause });
    t.notMatch(failed.message, /has no answer/, 'the client does not see the cause');
  },
);

t.test(
  'an answer names the sources that its model was given, and one without sources names none',
  async (t) => {
    const SOURCE = '00000000-0000-4000-8000-0000000000aa';
    let state: AgentTestState = {
      testId: 't1',
      started: { agentId: 'a1', instructions: 'Be kind.', facts: {}, knowledgeSourceIds: [SOURCE] },
      messages: [],
    };
    const place = { position: 2, heading: 'Delivery', rank: 0 };
    const passages = [{ source: 'Terms', text: 'Two days.', origin: { sourceId: SOURCE, place } }];
    const actors = stubActors((kind, _id, request) => {
      if (isCommandOf(agentTest, kind, request) && request.type === 'exchange') {
        const envelope = { command: request, commandId: 'c', at: 5, ref: { business: 'b1', id: 't1' } };
        for (const event of agentTest.decide(state, stub(envelope)))
          state = agentTest.evolve(state, event, 5);
      }
      return state;
    });
    const agentTests = agentTestOperations(
      stub<OperationsDeps>({
        actors,
        views: stub<OperationsDeps['views']>({
          timeZoneOf: () => null,
          knowledge: (_sources, { text }) => (text === 'hello' ? [] : passages),
        }),
        modelOf: () =>
          stub<LanguageModel>({
            respond: async function* () {
              yield { type: 'text', text: 'In two days.' };
            },
          }),
        tools: noTools,
        questions: null,
      }),
    );
    const say = async (text: string) => {
      const caller = { businessId: 'b1', operationId: 'continueAgentTest', idempotencyKey: text, at: 0 };
      return (await agentTests.continue(caller, 't1', { businessId: 'b1', text })).result.messages;
    };
    const createdAt = new Date(5).toISOString();
    const question = (text: string) => ({ speaker: 'customer', text, createdAt });
    const answer = { speaker: 'agent', text: 'In two days.', createdAt };
    const sources = [{ sourceId: SOURCE, title: 'Terms', passages: [{ position: 2, heading: 'Delivery' }] }];
    t.same(await say('hello'), [question('hello'), answer]);
    t.same(await say('When?'), [question('hello'), answer, question('When?'), { ...answer, sources }]);
    t.same((await agentTests.read('b1', 't1')).messages.at(-1)?.sources, sources);
  },
);

t.test(
  'instructions of a request are tested instead of those of the agent, whose sources stay',
  async (t) => {
    const SOURCE = '00000000-0000-4000-8000-0000000000aa';
    const started: object[] = [];
    const actors = stubActors((kind, _id, request) => {
      if (isCommandOf(agentTest, kind, request)) started.push(request);
      return { testId: 't1', started: null, messages: [] } satisfies AgentTestState;
    });
    const agentTests = agentTestOperations(
      stub<OperationsDeps>({
        actors,
        views: stub<OperationsDeps['views']>({
          agent: () =>
            stub<AgentResource>({ status: 'active', instructions: 'Be brief.', dataSourceIds: [SOURCE] }),
        }),
      }),
    );
    const caller = { businessId: 'b1', operationId: 'startAgentTest', idempotencyKey: 'k', at: 0 };
    const body = { businessId: 'b1', agentId: 'a1', variables: { name: 'Ann' } };
    await agentTests.start(caller, body);
    await agentTests.start(caller, { ...body, instructions: 'Greet {{name}}.' });
    t.match(started, [
      { instructions: 'Be brief.', facts: {}, knowledgeSourceIds: [SOURCE] },
      { instructions: 'Greet «name».', facts: { name: 'Ann' }, knowledgeSourceIds: [SOURCE] },
    ]);
  },
);

t.test('a version that no customer meets is tested as it was published', async (t) => {
  const started: object[] = [];
  const actors = stubActors((kind, _id, request) => {
    if (isCommandOf(agentTest, kind, request)) started.push(request);
    return { testId: 't1', started: null, messages: [] } satisfies AgentTestState;
  });
  const agent = stub<AgentResource>({
    id: 'a1',
    status: 'active',
    instructions: 'Be brief.',
    dataSourceIds: [],
    version: 3,
  });
  const agentTests = agentTestOperations(
    stub<OperationsDeps>({
      actors,
      views: stub<OperationsDeps['views']>({
        agent: () => agent,
        agentVersion: (_business, _agent, version) =>
          version === 2
            ? stub<AgentVersion>({
                version: 2,
                createdAt: '2026-03-02T09:00:00.000Z',
                by: null,
                note: 'Warmer.',
                restored: 1,
                instructions: 'Be warm.',
                dataSourceIds: ['s1'],
                contactCategoryIds: [],
                dataSourceVariables: [],
              })
            : null,
        catchUp: async () => undefined,
      }),
    }),
  );
  const caller = { businessId: 'b1', operationId: 'startAgentTest', idempotencyKey: 'k', at: 0 };
  const body = { businessId: 'b1', agentId: 'a1' };
  await agentTests.start(caller, { ...body, version: 2 });
  t.match(started, [{ instructions: 'Be warm.', knowledgeSourceIds: ['s1'] }]);
  await t.rejects(agentTests.start(caller, { ...body, version: 9 }), { code: 'agent_version_not_found' });
  await t.rejects(agentTests.start(caller, { ...body, version: 2, useDraft: true }), {
    code: 'validation_failed',
  });
  t.equal(started.length, 1, 'nothing else was started');
});

t.test('only what the agent said in a test can be spoken', async (t) => {
  const message = { at: 0, text: 'Yes. Until nine.' };
  const state: AgentTestState = {
    testId: 't1',
    started: null,
    messages: [
      { ...message, speaker: 'customer', text: 'Are you open?' },
      { ...message, speaker: 'agent' },
    ],
  };
  const agentTests = agentTestOperations(stub<OperationsDeps>({ actors: stubActors(() => state) }));
  await agentTests.requireSaid('b1', 't1', 'Yes. Until nine.');
  await agentTests.requireSaid('b1', 't1', 'Yes.');
  for (const text of ['Are you open?', 'Until nine.', 'Yes. Until nine. And more.'])
    await t.rejects(agentTests.requireSaid('b1', 't1', text), { code: 'validation_failed' }, text);
});
