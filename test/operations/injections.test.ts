/** Prompt injection: text from outside never becomes part of a model's instructions, whichever path it takes. */
import t from 'tap';
import type { ModelRequest } from '../../providers/llm/language-model.js';
import { replacePlaceholders } from '../../schemas/text.js';
import { INJECTIONS, type Injection, isFoundIn } from '../support/prompts/injections.js';
import { PATHS, providedPrompt } from '../support/prompts/prompted-by.js';

const OBEYED = 'It is done as ordered.';

/** The answer of a model that obeys everything in role `system`. */
const obeying =
  (injection: Injection) =>
  ({ messages }: ModelRequest): string =>
    messages.some((message) => message.role === 'system' && isFoundIn(message.content, injection))
      ? OBEYED
      : 'How can I help?';

t.test('the corpus has enough injections, and each is distinct', async (t) => {
  t.ok(INJECTIONS.length >= 60, `${INJECTIONS.length}`);
  t.equal(new Set(INJECTIONS.map(({ technique }) => technique)).size, INJECTIONS.length);
  t.equal(new Set(INJECTIONS.map(({ canary }) => canary)).size, INJECTIONS.length);
  t.same([...new Set(INJECTIONS.map(({ place }) => place))].toSorted(), [
    'document',
    'field',
    'message',
    'name',
    'row',
    'tool_result',
  ]);
  for (const injection of INJECTIONS) {
    t.ok(isFoundIn(injection.text, injection), `${injection.technique} is found in itself`);
    t.notOk(isFoundIn('You are Ann. Never give discounts.', injection));
  }
});

for (const [name, path] of Object.entries(PATHS))
  t.test(`${name}: no injection reaches role system, or moves a model that obeys that role`, async (t) => {
    const before = await path('Grace', () => 'Fine.');
    const problems: string[] = [];
    for (const injection of INJECTIONS) {
      const { technique, text } = injection;
      const { prompts, answers } = await path(text, obeying(injection));
      if (prompts.length === 0 || answers.length === 0) problems.push(`${technique}: nothing was sent`);
      if (prompts.some(({ system }) => isFoundIn(system, injection)))
        problems.push(`${technique}: in role system`);
      if (prompts.some(({ system }, index) => system !== before.prompts[index]?.system))
        problems.push(`${technique}: the instructions differ between customers`);
      if (answers.some((answer) => answer.includes(OBEYED))) problems.push(`${technique}: obeyed`);
    }
    t.same(problems, []);
  });

t.test('the value is not lost: it is in the prompt, as data', async (t) => {
  for (const [name, path] of Object.entries(PATHS)) {
    const { prompts } = await path('Grace Hopper', () => 'Fine.');
    for (const { rest } of prompts) t.ok(rest.includes('Grace Hopper'), name);
  }
});

t.test(
  'an injection planted in the instructions, where values once were, is found and obeyed every time',
  async (t) => {
    for (const injection of INJECTIONS) {
      const { technique, text } = injection;
      const content = replacePlaceholders('You help {{who}}.', { who: text }, (_, value) => value);
      const request: ModelRequest = { messages: [{ role: 'system', content }], manner: 'written', tools: [] };
      t.ok(isFoundIn(providedPrompt(request).system, injection), technique);
      t.equal(obeying(injection)(request), OBEYED, technique);
    }
  },
);
