/** Phrases that a model writes: once, in time, and only if they can be spoken. */
import t from 'tap';
import {
  createWrittenPhrases,
  MAX_PHRASE_CHARACTERS,
  RETRY_MS,
} from '../../../media/driver/written-phrases.js';
import type { LanguageModel, ModelRequest } from '../../../providers/llm/language-model.js';

const CZECH = {
  nudge: 'Jste tam ještě?',
  closing: 'Náš čas bohužel vypršel. Na shledanou.',
  apology: 'Omlouvám se, na mé straně nastala chyba.',
  filler: 'Okamžik, prosím.',
  stillWorking: 'Děkuji za trpělivost, ještě na tom pracuji.',
  notUnderstood: 'Promiňte, nebylo dobře rozumět. Můžete to zopakovat?',
};

const answering = (answer: () => string) => {
  const requests: ModelRequest[] = [];
  const model: LanguageModel = {
    name: 'by hand',
    respond: async function* (request) {
      requests.push(request);
      const text = answer();
      for (const piece of [text.slice(0, 9), text.slice(9)]) yield { type: 'text', text: piece };
    },
  };
  return { model, requests };
};

const requestOf = (...models: readonly LanguageModel[]) => ({
  businessId: 'b1',
  agentId: 'a1',
  language: 'cs-CZ',
  models,
  onUsage: () => undefined,
});

t.test('a model writes the phrases once for an agent and a language', async (t) => {
  const { model, requests } = answering(() => JSON.stringify(CZECH));
  const written = createWrittenPhrases(() => 0);
  const [first, second] = await Promise.all([written.of(requestOf(model)), written.of(requestOf(model))]);
  t.same([first, second, await written.of(requestOf(model))], [CZECH, CZECH, CZECH]);
  t.equal(requests.length, 1);
  t.match(JSON.stringify(requests[0]?.messages), /Czech/);
  await written.of({ ...requestOf(model), agentId: 'a2' });
  await written.of({ ...requestOf(model), businessId: 'b2' });
  await written.of({ ...requestOf(model), language: 'sk' });
  t.equal(requests.length, 4, 'and not for another agent, business or language');
});

t.test('a JSON object in a block of Markdown is read', async (t) => {
  const { model } = answering(() => `\`\`\`json\n${JSON.stringify(CZECH)}\n\`\`\``);
  t.same(await createWrittenPhrases(() => 0).of(requestOf(model)), CZECH);
});

t.test('an answer that cannot be spoken is not used, and the next model is asked', async (t) => {
  for (const answer of [
    '',
    'I cannot do that.',
    '[]',
    JSON.stringify({ ...CZECH, filler: '' }),
    JSON.stringify({ ...CZECH, filler: '...' }),
    JSON.stringify({ ...CZECH, filler: 7 }),
    JSON.stringify({ ...CZECH, apology: 'a'.repeat(MAX_PHRASE_CHARACTERS + 1) }),
    `${JSON.stringify(CZECH)}${' '.repeat(5_000)}`,
  ]) {
    const bad = answering(() => answer);
    t.equal(await createWrittenPhrases(() => 0).of(requestOf(bad.model)), null, answer.slice(0, 60));
    const good = answering(() => JSON.stringify(CZECH));
    t.same(await createWrittenPhrases(() => 0).of(requestOf(bad.model, good.model)), CZECH);
  }
});

t.test('a failure is not repeated in every call', async (t) => {
  let now = 0;
  let isBroken = true;
  const { model, requests } = answering(() => {
    if (isBroken) throw new Error('down');
    return JSON.stringify(CZECH);
  });
  const written = createWrittenPhrases(() => now);
  t.equal(await written.of(requestOf(model)), null);
  isBroken = false;
  now = RETRY_MS - 1;
  t.equal(await written.of(requestOf(model)), null);
  t.equal(requests.length, 1);
  now = RETRY_MS;
  t.same(await written.of(requestOf(model)), CZECH);
});

t.test('scripted models, and languages without a name, are not asked', async (t) => {
  const { model, requests } = answering(() => JSON.stringify(CZECH));
  const written = createWrittenPhrases(() => 0);
  t.equal(await written.of(requestOf({ ...model, isSilentOnPurpose: true })), null);
  t.equal(await written.of({ ...requestOf(model), language: 'not a tag' }), null);
  t.equal(requests.length, 0);
});

t.test('the number of answers that are kept is bounded', async (t) => {
  const { model, requests } = answering(() => JSON.stringify(CZECH));
  const written = createWrittenPhrases(() => 0);
  for (let agent = 0; agent <= 500; agent += 1)
    await written.of({ ...requestOf(model), agentId: `a${agent}` });
  await written.of({ ...requestOf(model), agentId: 'a500' });
  t.equal(requests.length, 501);
  await written.of({ ...requestOf(model), agentId: 'a0' });
  t.equal(requests.length, 502, 'the oldest was dropped');
});
