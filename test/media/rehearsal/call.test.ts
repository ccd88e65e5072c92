/** Calls in virtual time: the agent's own session, with a simulated customer. */
import t from 'tap';
import { createScriptedModel } from '../../../providers/llm/scripted.js';
import { createManualTime } from './manual-time.js';
import { modelOf, rehearse, rehearseWith, requestOf, says, talkOf } from './stage.js';

const TABLE = [
  'When the customer says "table for two", say "For which time?".',
  'When the customer says "at eight", say "A table for two at eight. Goodbye.". Then hang up.',
].join('\n');
const ANN = { name: 'Ann', lines: ['I would like a table for two', 'at eight please'] };

t.test('a call takes much less time than it would, and reports what was heard and when', async (t) => {
  const startedAt = performance.now();
  const conversation = await rehearse(createScriptedModel(), {
    agent: { instructions: TABLE },
    customer: ANN,
  });
  t.same(talkOf(conversation), [
    'agent: Hello, this is the restaurant. How can I help you?',
    'customer: I would like a table for two',
    'agent: For which time?',
    'customer: at eight please',
    'agent: A table for two at eight. Goodbye.',
  ]);
  t.match(conversation, { endReason: 'agent_hangup', problem: null, tooSlow: null, toolUses: [] });
  const times = conversation.lines.flatMap(({ startMs, endMs }) => [startMs ?? -1, endMs ?? -1]);
  t.same(
    times,
    [...times].sort((a, b) => a - b),
    'in order',
  );
  t.ok((conversation.durationMs ?? 0) > 10_000);
  t.ok(conversation.answerMs.length === 2 && conversation.answerMs.every((ms) => ms > 200 && ms < 3_000));
  t.ok(performance.now() - startedAt < (conversation.durationMs ?? 0));
});

t.test('the same seed plays the same call', async (t) => {
  const customer = { ...ANN, pauses: 0.5, mumbles: 0.3, coughs: 0.5, interrupts: 0.5 };
  const play = (seed: number) =>
    rehearseWith(createScriptedModel(), { time: createManualTime() })(
      requestOf({ agent: { instructions: TABLE }, customer, seed }),
      new AbortController().signal,
    );
  t.same(await play(7), await play(7));
  t.notSame(await play(8), await play(7));
});

t.test('the time that a model needs is time that the customer waits', async (t) => {
  const time = createManualTime();
  const slow = modelOf(async () => {
    await time.sleep(1_700);
    return says('For which time?');
  });
  const conversation = await rehearseWith(slow, { time })(requestOf(), new AbortController().signal);
  t.equal(conversation.problem, null);
  const [answerMs = 0] = conversation.answerMs;
  t.ok(answerMs > 1_900 && answerMs < 3_000, `${answerMs} ms`);
  t.equal(conversation.tooSlow, null, 'the machine was fast enough');
});

t.test('a machine that is too slow is an error of the machine', async (t) => {
  const time = createManualTime();
  const model = modelOf(async () => {
    const answer = time.sleep(200);
    time.stall(2_000);
    await answer;
    return says('For which time?');
  });
  const conversation = await rehearseWith(model, { time })(requestOf(), new AbortController().signal);
  t.ok((conversation.tooSlow?.behindMs ?? 0) >= 1_000, JSON.stringify(conversation.tooSlow));
});

t.test('a customer whose agent does not greet speaks first', async (t) => {
  const conversation = await rehearse(
    modelOf(() => says('Good day.')),
    { agent: { greeting: '' } },
  );
  t.same(talkOf(conversation), ['customer: I would like to book a table for two', 'agent: Good day.']);
  t.equal(conversation.endReason, 'customer_hangup');
});

t.test('a persona is played by its own model, which takes no time of the call', async (t) => {
  const time = createManualTime();
  const tokens: string[] = [];
  let turn = 0;
  const customerModel = modelOf(async ({ onUsage }) => {
    onUsage?.('persona', { input: 3, output: 1 });
    turn += 1;
    return says(turn === 1 ? 'A table for two, please.' : 'Thank you, goodbye. [hangs up]');
  });
  const agent = modelOf((request, heard) => {
    request.onUsage?.('agent', { input: 5, output: 2 });
    return says(heard.includes('table') ? 'It is booked.' : 'Goodbye.');
  });
  const play = rehearseWith(agent, { time, customerModelOf: () => customerModel });
  const conversation = await play(
    requestOf({
      customer: { name: 'Ann', persona: 'You are Ann.' },
      onUsage: (model) => tokens.push(model),
    }),
    new AbortController().signal,
  );
  t.same(talkOf(conversation).slice(1), [
    'customer: A table for two, please.',
    'agent: It is booked.',
    'customer: Thank you, goodbye.',
    'agent: Goodbye.',
  ]);
  t.same([...tokens].sort(), ['agent', 'agent', 'persona', 'persona']);
});

t.test('an agent that says nothing, or a model that fails, ends the call', async (t) => {
  const greeting = { greeting: '', voiceSettings: { nudgeAfterSilenceSeconds: 60 } };
  const silent = { ...modelOf(() => []), isSilentOnPurpose: true as const };
  t.match(await rehearse(silent, { agent: greeting }), {
    problem: { of: 'agent', text: /said nothing/ },
    endReason: 'customer_hangup',
  });
  const failing = modelOf(() => {
    throw new Error('no such key');
  });
  t.match(await rehearse(failing), {
    problem: { of: 'simulation', text: 'the model failed: no such key' },
  });
  const customer = { name: 'Ann', persona: 'You are Ann.' };
  t.match(
    await rehearseWith(silent, { customerModelOf: () => failing })(
      requestOf({ customer }),
      new AbortController().signal,
    ),
    {
      problem: { of: 'simulation', text: 'the conversation failed: no such key' },
    },
  );
});

t.test('a call that never ends is ended after ten minutes', async (t) => {
  const customer = {
    name: 'Ann',
    lines: Array.from({ length: 50 }, () => 'please read the next chapter to me'),
  };
  const chapter = 'It was a long night on the river, and nobody said a word about the boat. '.repeat(10);
  const conversation = await rehearse(
    modelOf(() => says(chapter)),
    {
      customer,
      mostTurns: 50,
      agent: { voiceSettings: { maxCallDurationSeconds: 14_400 } },
    },
  );
  t.match(conversation, { problem: { of: 'agent', text: /more than 10 minutes/ }, tooSlow: null });
  t.ok((conversation.durationMs ?? 0) >= 600_000 && (conversation.durationMs ?? 0) < 601_000);
});

t.test('twenty calls at once take turns, within their bound', async (t) => {
  let running = 0;
  let most = 0;
  const agent = modelOf(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 50));
    running -= 1;
    return says('Good.');
  });
  const play = rehearseWith(agent);
  const startedAt = performance.now();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      play(requestOf({ conversationId: `c${index}`, seed: index }), new AbortController().signal),
    ),
  );
  t.ok(all.every(({ problem, lines }) => problem === null && lines.length === 3));
  t.ok(most > 1, `${most} at once`);
  t.comment(`${Math.round(performance.now() - startedAt)} ms for ${all.length} calls`);
});

t.test('stops when it is aborted', async (t) => {
  const abort = new AbortController();
  const agent = modelOf(() => new Promise(() => undefined));
  const playing = rehearseWith(agent)(requestOf(), abort.signal);
  setTimeout(() => abort.abort(new Error('enough')), 100);
  await t.rejects(playing, { message: 'enough' });
});
