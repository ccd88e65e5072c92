/** `parley fork`: a recorded call goes on from one of its turns with another model, prompt, tool result or customer. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import { playFork, readCall } from '../../../src/fork/fork.js';
import { customerOf, readInstructions, toolResultIn } from '../../../src/fork/options.js';
import { forkInWords } from '../../../src/fork/report.js';
import type { Fork } from '../../../src/fork/request.js';
import { modelOf, rehearseWith, resultsIn, says, uses } from '../../media/rehearsal/stage.js';
import { briefOf, type Conversation, converse } from '../../media/session/carrier.js';
import { handBack, speak, takeOver, understood } from '../../media/session/operator/taken-over.js';
import { textMessages } from '../../support/prompts/text-messages.js';
import { inMemory } from '../replay/support.js';

const QUESTION = 'where is my order';
const SHIPPED = 'Your order was shipped.';
const INSTRUCTIONS = 'When the customer says "when", say "Tomorrow.".';

/** The customer asks, the agent uses a tool and answers; the customer says a listening word, and asks again. */
const conversationWith = (isTakenOver: boolean): Conversation => {
  const conversation = converse(briefOf({}, { greeting: '', instructions: INSTRUCTIONS }));
  const generation = (): number => conversation.last('respond')?.generation ?? 0;
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  conversation.hear(QUESTION);
  conversation.pass(200);
  const call = { type: 'model_tool', name: 'look_up', arguments: { order: 'A.1', all: true } } as const;
  conversation.feed({ ...call, generation: generation() });
  conversation.feed({ type: 'model_done', generation: generation() });
  conversation.pass(300);
  const use = conversation.last('use_tool')?.use ?? '';
  conversation.feed({ type: 'tool_done', use, outcome: 'done', result: 'shipped' });
  conversation.pass(100);
  conversation.answer(SHIPPED);
  conversation.pass(700);
  conversation.hear('mm hm');
  conversation.pass(3_000);
  if (isTakenOver) {
    takeOver(conversation);
    speak(conversation, 800);
    understood(conversation, 'This is Bob.');
    handBack(conversation);
    conversation.pass(500);
  }
  conversation.hear('and when', 400, false);
  conversation.pass(1_500);
  conversation.answer('On Monday.');
  conversation.pass(3_000);
  conversation.feed({ type: 'closed' });
  return conversation;
};

const recorded = (isTakenOver = false): Uint8Array => conversationWith(isTakenOver).recording();

/** Uses the tool for questions about orders, and reads its result out. */
const agent: LanguageModel = modelOf((request, heard) => {
  if (heard !== QUESTION) return says('On Monday.');
  const [result] = resultsIn(request);
  return result === undefined
    ? [uses('look_up', { order: 'A.1', all: true })]
    : says(`Your order was ${result}.`);
});

const FORK: Fork = {
  atTurn: 1,
  instructions: null,
  agent: null,
  toolResults: new Map(),
  customer: null,
  mostTurns: null,
  seed: 1,
};

const forkWith = (change: Partial<Fork>, model = agent, log = recorded()) =>
  playFork(
    inMemory(log, 'call'),
    { ...FORK, ...change },
    { rehearse: rehearseWith(model), model: model.name },
  );

const talkOf = (lines: readonly { readonly speaker: string; readonly text: string }[]): readonly string[] =>
  lines.map(({ speaker, text }) => `${speaker}: ${text}`);

t.test('the transcript of a call, with its tool uses, is in its log', async (t) => {
  const { turns, toolUses } = await readCall(inMemory(recorded(true)));
  t.same(
    turns.map(({ speaker, text }) => `${speaker}: ${text}`),
    [
      `customer: ${QUESTION}`,
      `assistant: ${SHIPPED}`,
      'customer: mm hm',
      'human: This is Bob.',
      'customer: and when',
      'assistant: On Monday.',
    ],
  );
  t.match(toolUses, [{ name: 'look_up', arguments: { order: 'A.1' }, outcome: 'done', result: 'shipped' }]);
  const old = conversationWith(false).log();
  t.same(await readCall(inMemory(old)), await readCall(inMemory(recorded())), 'an older log is replayed');
  await t.rejects(readCall(inMemory('no log\n')), /not a session log/);
});

t.test('without a change, the same model says the same', async (t) => {
  const { forked, firstDifference, ...report } = await forkWith({});
  t.same(talkOf(forked.lines), [`agent: ${SHIPPED}`, 'customer: and when', 'agent: On Monday.']);
  t.match(forked, {
    problem: null,
    toolUses: [{ tool: 'look_up', outcome: 'done', result: 'shipped' }],
  });
  t.match(report, { customer: 'recorded', atTurn: 1, model: 'by hand' });
  t.equal(firstDifference, 3, 'the listening word is not said again');
});

t.test('another result of a tool: the turn that it changes', async (t) => {
  const report = await forkWith({ toolResults: new Map([['look_up', 'lost']]) });
  t.equal(talkOf(report.forked.lines)[0], 'agent: Your order was lost.');
  t.equal(report.firstDifference, 2);
  const words = forkInWords(report);
  t.match(words, /Recorded:\n {2}2 agent: Your order was shipped\.\n/);
  t.match(words, /Now:\n {2}2 agent: Your order was lost\.\n/);
  t.match(words, /used look_up with .*: done, lost\nTurn 2 is the first that differs\.\n$/);
});

t.test('other instructions: the model gets them with the conversation so far', async (t) => {
  const requests: string[][] = [];
  const model = modelOf((request) => {
    requests.push([
      ...textMessages(request.messages).map(({ role, content }) => `${role}: ${content}`),
      ...resultsIn(request),
    ]);
    return says('Next week.');
  });
  const { forked } = await forkWith({ atTurn: 3, instructions: 'Promise nothing.' }, model);
  t.same(talkOf(forked.lines), ['customer: and when', 'agent: Next week.']);
  const [first = []] = requests;
  t.match(first[0], /^system: Promise nothing\./);
  for (const part of [`user: ${QUESTION}`, `assistant: ${SHIPPED}`, 'user: and when', 'shipped'])
    t.ok(
      first.some((message) => message.includes(part)),
      part,
    );
});

t.test('another customer, and an operator in the conversation so far', async (t) => {
  const customer = { name: 'Ann', lines: ['I want to complain'] };
  const { forked, customer: name } = await forkWith({ atTurn: 4, customer }, agent, recorded(true));
  t.equal(name, 'Ann');
  // The agent takes the conversation back from the operator, and then answers the customer.
  t.same(talkOf(forked.lines), ['agent: On Monday.', 'customer: I want to complain', 'agent: On Monday.']);
});

t.test('what cannot be forked is said', async (t) => {
  await t.rejects(forkWith({ atTurn: 9 }), /--at-turn is 9; the call has 5 turns/);
  await t.rejects(forkWith({ atTurn: 5 }), /says nothing after that turn; fork at an earlier turn/);
  t.same(toolResultIn('look_up={"a":"b=c"}'), ['look_up', '{"a":"b=c"}']);
  t.throws(() => toolResultIn('look_up'), /write <tool>=<result>/);
  t.throws(() => readInstructions('nowhere'), /no file of at most/);
  const scenario = {
    channel: 'voice' as const,
    agent: { instructions: 'Help.' },
    customers: [{ name: 'Ann', lines: ['Hello'] }],
    criteria: [],
  };
  t.equal(customerOf(scenario, null).name, 'Ann');
  t.throws(() => customerOf(scenario, 'Bob'), /the scenario has Ann/);
  t.throws(() => customerOf({ ...scenario, channel: 'whatsapp' }, null), /needs voice/);
});

t.test('the command plays a fork without a service', async (t) => {
  const directory = t.testdir({ 'prompt.txt': INSTRUCTIONS });
  const log = join(directory, 'call.session.gz');
  writeFileSync(log, recorded());
  const cli = fileURLToPath(new URL('../../../bundle/cli.js', import.meta.url));
  const run = (...args: readonly string[]) =>
    new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
      const env = { ...process.env, PARLEY_MODEL: 'scripted' };
      execFile(process.execPath, [cli, 'fork', ...args], { env, cwd: directory }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      );
    });
  const { code, stdout } = await run(log, '--at-turn', '3', '--instructions', join(directory, 'prompt.txt'));
  t.equal(code, 0);
  t.match(JSON.parse(stdout), {
    model: 'scripted',
    recorded: [{ text: 'and when' }, { text: 'On Monday.' }],
    forked: { lines: [{ text: 'and when' }, { text: 'Tomorrow.' }] },
    firstDifference: 5,
  });
  t.match(await run(log, '--at-turn', '99'), { code: 2, stderr: /the call has 5 turns/ });
  t.match(await run(log), { code: 2, stderr: /--at-turn/ });
});
