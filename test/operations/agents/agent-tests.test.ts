import t from 'tap';
import type { AgentTestState } from '../../../actors/agent-test/index.js';
import { agentTestOperations } from '../../../operations/agents/agent-tests.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import { noTools } from '../../../testkit/stubs/no-tools.js';
import { stubActors } from '../../support/stub-actors.js';

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
