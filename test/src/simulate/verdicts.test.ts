/** Personas, verdicts and reports of simulated conversations. */
import { XMLParser } from 'fast-xml-parser';
import t from 'tap';
import type { LanguageModel, ModelRequest } from '../../../providers/llm/language-model.js';
import type { Conversation } from '../../../src/simulate/conversation.js';
import { createPersona } from '../../../src/simulate/persona.js';
import { junitOf, reportOf, tableOf } from '../../../src/simulate/report.js';
import type { Criterion } from '../../../src/simulate/scenario.js';
import { verdictsOn } from '../../../src/simulate/verdicts.js';

const HELD: Conversation = {
  lines: [
    { speaker: 'agent', text: 'Hello. For how many?' },
    { speaker: 'customer', text: 'For two, with a discount.' },
    { speaker: 'agent', text: 'A table for two. Goodbye.' },
  ],
  endReason: 'completed',
  answerMs: [420, 910],
  problem: null,
};

/** A model that answers this, or fails, and what it was asked. */
const modelOf = (answer: string | Error) => {
  const asked: ModelRequest[] = [];
  const model: LanguageModel = {
    name: 'a stand-in',
    respond: async function* (request) {
      asked.push(request);
      if (answer instanceof Error) throw answer;
      yield { type: 'text', text: answer };
    },
  };
  return { asked, model };
};
const verdictOn = async (
  criterion: Omit<Criterion, 'name'>,
  conversation = HELD,
  model: LanguageModel | null = null,
) => (await verdictsOn(conversation, [{ name: 'wanted', ...criterion }], model))[0];

t.test('rules', async (t) => {
  t.match(await verdictOn({ says: 'FOR TWO' }), {
    criterion: 'wanted',
    passed: true,
    reason: /A table for two/,
  });
  t.match(await verdictOn({ says: 'discount' }), { passed: false }, 'what the customer says does not count');
  t.match(await verdictOn({ neverSays: 'discount' }), { passed: true });
  t.match(await verdictOn({ neverSays: 'good ?bye' }), { passed: false, reason: /Goodbye/ });
  t.match(await verdictOn({ endReason: 'completed' }), { passed: true });
  t.match(await verdictOn({ endReason: 'voicemail' }), { passed: false, reason: /completed/ });
  t.match(await verdictOn({ answersWithinMs: 1_000 }), { passed: true });
  t.match(await verdictOn({ answersWithinMs: 900 }), { passed: false, reason: /910 ms/ });
  t.match(await verdictOn({ answersWithinMs: 900 }, { ...HELD, answerMs: [] }), { passed: false });
  const broken = { ...HELD, problem: 'the agent said nothing for 20 s' };
  t.match(await verdictOn({ says: 'two' }, broken), { passed: false, reason: /said nothing/ });
});

t.test('a model judges what was said, and is told no more', async (t) => {
  const { model, asked } = modelOf('{"reason":"It repeats the number.","passed":true}');
  t.same(await verdictOn({ judge: 'It repeats the number.' }, HELD, model), {
    criterion: 'wanted',
    passed: true,
    reason: 'It repeats the number.',
  });
  t.match(asked[0]?.schema, { required: ['reason', 'passed'] });
  t.match(JSON.stringify(asked[0]?.messages), /customer: For two, with a discount/);
  for (const bad of ['no JSON', '{"passed":"yes"}', new Error('down')])
    t.match(await verdictOn({ judge: 'x' }, HELD, modelOf(bad).model), {
      passed: false,
      reason: /gave no verdict/,
    });
  t.match(await verdictOn({ judge: 'x' }), { passed: false, reason: /no model/ });
});

t.test('a customer says their lines, or what a model makes up for them', async (t) => {
  const lines = createPersona({ lines: ['one', 'two'] }, 'voice', null);
  t.same([await lines([]), await lines([]), await lines([]), await lines([])], ['one', 'two', null, null]);
  const { model, asked } = modelOf('Two, at eight.\nThank you, goodbye. [hangs up]');
  const played = createPersona({ persona: 'You are Ann.' }, 'voice', model);
  t.equal(await played(HELD.lines), 'Two, at eight. Thank you, goodbye.');
  t.equal(await played(HELD.lines), null, 'and leaves');
  t.equal(asked.length, 1);
  t.match(asked[0]?.messages, [
    { role: 'system', content: /You are Ann\./ },
    { role: 'user', content: /how many/ },
    { role: 'assistant', content: /For two/ },
    { role: 'user' },
  ]);
  t.throws(() => createPersona({ persona: 'Ann' }, 'voice', null), { message: /needs a model/ });
});

t.test('a report for people and for CI', async (t) => {
  const verdicts = [
    { criterion: 'a', passed: true, reason: 'it does' },
    { criterion: 'b <c>', passed: false, reason: 'it says "no" & leaves\u0007' },
  ];
  const one = { customer: 'Ann', seconds: 4.2, lines: HELD.lines, verdicts };
  const report = reportOf([
    { ...one, run: 1 },
    { ...one, run: 2, verdicts: verdicts.map((verdict) => ({ ...verdict, passed: true })) },
  ]);
  t.match(report, { passed: 3, failed: 1 });
  t.same(tableOf(report), [
    { customer: 'Ann', criterion: 'a', passed: '2 of 2', because: 'it does' },
    { customer: 'Ann', criterion: 'b <c>', passed: '1 of 2', because: 'it says "no" & leaves\u0007' },
  ]);
  const parser = new XMLParser({ ignoreAttributes: false, processEntities: true });
  t.match(parser.parse(junitOf(report)), {
    testsuites: {
      '@_tests': '4',
      '@_failures': '1',
      testsuite: [
        {
          '@_name': 'Ann, run 1',
          '@_failures': '1',
          testcase: [
            { '@_name': 'a' },
            { '@_name': 'b <c>', failure: { '@_message': 'it says "no" & leaves' } },
          ],
          'system-out': /customer: For two/,
        },
        { '@_name': 'Ann, run 2', '@_failures': '0' },
      ],
    },
  });
});
