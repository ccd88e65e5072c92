/** The question which party has answered: one verdict, none after it was cancelled, and none from a model that fails. */
import t from 'tap';
import {
  createProviderRequests,
  type ProviderRequestsDeps,
} from '../../../media/driver/provider-requests.js';
import type { SessionInput } from '../../../media/session/io.js';
import type { LanguageModel, ModelRequest } from '../../../providers/llm/language-model.js';
import type { Synthesiser } from '../../../providers/speech/synthesiser.js';
import { stub } from '../../../testkit/stub.js';

const ask = (respond: LanguageModel['respond']) => {
  const fed: SessionInput[] = [];
  const failed: string[] = [];
  const requests = createProviderRequests(
    stub<ProviderRequestsDeps>({
      providers: { models: [{ name: 'model', respond }], synthesisers: [stub<Synthesiser>({})] },
      feed: (input) => void fed.push(input),
      onFailed: (what) => void failed.push(what),
      onUsage: () => undefined,
    }),
  );
  requests.askAnswerer({ type: 'ask_answerer', question: 1, model: 1, words: 'You have reached Ann.' });
  return { fed, failed, requests };
};
const soon = () => new Promise((resolve) => setImmediate(resolve));

t.test('the verdict is an input of the session', async (t) => {
  const asked: ModelRequest[] = [];
  const { fed } = ask(async function* (request) {
    asked.push(request);
    yield { type: 'text', text: '{"answerer":' };
    yield { type: 'text', text: '"voicemail"}' };
  });
  await soon();
  t.same(fed, [{ type: 'answerer_judged', question: 1, verdict: 'voicemail' }]);
  t.match(asked, [
    { tools: [], messages: [{ role: 'system' }, { role: 'user', content: 'You have reached Ann.' }] },
  ]);
});

t.test('a failure, an endless answer and another shape are no verdict', async (t) => {
  const failing = ask(async function* () {
    yield { type: 'text', text: '{' };
    throw new Error('overloaded');
  });
  const endless = ask(async function* () {
    for (;;) yield { type: 'text', text: 'A person, I think. ' };
  });
  await soon();
  for (const { fed } of [failing, endless])
    t.same(fed, [{ type: 'answerer_judged', question: 1, verdict: null }]);
  t.same([failing.failed, endless.failed], [['model'], []]);
});

t.test('a cancelled question has no verdict', async (t) => {
  const { fed, failed, requests } = ask(async function* (_, signal) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    yield { type: 'text', text: '{"answerer":"person"}' };
  });
  requests.cancelQuestion(1);
  await soon();
  t.same([fed, failed], [[], []]);
});
