/** The requests of a media thread to the main thread, with and without an answer. */
import { mock } from 'node:test';
import t from 'tap';
import { STOP_CONTACTING } from '../../../operations/tools/stop-contacting-tool.js';
import { createMainThread } from '../../../src/media-threads/main-thread.js';
import type { MediaQuestion } from '../../../src/media-threads/messages.js';

const start = () => {
  const questions: MediaQuestion[] = [];
  const main = createMainThread((question) => void questions.push(question));
  return { questions, main, call: main.callOf('b', 'c') };
};

t.test('answers reach their requests in any order', async (t) => {
  const { questions, main, call } = start();
  const outcome = call.send({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }, 'k1');
  const found = call.get();
  const passages = main.knowledge(['s1'], { text: 'when?', before: [] });
  t.match(questions, [
    { type: 'command', id: 1, businessId: 'b', callId: 'c', commandId: 'k1', command: { type: 'hang_up' } },
    { type: 'get', id: 2, businessId: 'b', callId: 'c' },
    { type: 'knowledge', id: 3, sourceIds: ['s1'], question: { text: 'when?', before: [] } },
  ]);
  main.answered({ type: 'passages', id: 3, passages: [{ source: 'Hours', text: 'from noon' }] });
  main.answered({ type: 'call', id: 2, call: null });
  main.answered({ type: 'command_done', id: 1, ended: null });
  t.equal(await outcome, null);
  t.equal(await found, null);
  t.same(await passages, [{ source: 'Hours', text: 'from noon' }]);
  main.answered({ type: 'command_done', id: 1, ended: null });
});

t.test('a refusal is thrown unchanged', async (t) => {
  const { main, call } = start();
  const attached = call.attach('a', 'CA', 'k');
  main.answered({
    type: 'refused',
    id: 1,
    code: 'call_not_live',
    message: 'The call has ended.',
    details: [{ path: '/a', message: 'no' }],
    retryAfterSeconds: 3,
  });
  await t.rejects(attached, {
    name: 'DomainError',
    code: 'call_not_live',
    message: 'The call has ended.',
    details: [{ path: '/a', message: 'no' }],
    retryAfterSeconds: 3,
  });
});

t.test('requests time out: a command fails as retryable, and a reply goes without knowledge', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const { main, call } = start();
  const outcome = call.send({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }, 'k1');
  const passages = main.knowledge(['s1'], { text: 'when?', before: [] });
  const outcomes = Promise.allSettled([outcome, passages]);
  mock.timers.tick(1_000);
  t.same(await passages, []);
  mock.timers.tick(19_000);
  t.match(await outcomes, [
    { status: 'rejected', reason: { code: 'journal_unavailable' } },
    { status: 'fulfilled', value: [] },
  ]);
  main.answered({ type: 'command_done', id: 1, ended: null });
});

const USE = {
  businessId: 'b',
  callId: 'c',
  agentId: 'a',
  useId: 'u1',
  name: 'look_up',
  arguments: { order: 'A1' },
} as const;

t.test('tools are listed and used by the main thread', async (t) => {
  const { questions, main } = start();
  const listed = main.tools.of('b', 'a');
  const used = main.tools.use(USE);
  t.match(questions, [
    { type: 'tools', id: 1, businessId: 'b', agentId: 'a' },
    { type: 'use_tool', id: 2, use: USE },
  ]);
  const tool = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object' } };
  main.answered({ type: 'tool_used', id: 2, answer: { outcome: 'done', result: 'Yes.' } });
  main.answered({ type: 'tools', id: 1, tools: [tool] });
  t.same(await listed, [tool]);
  t.same(await used, { outcome: 'done', result: 'Yes.' });
});

t.test(
  'without an answer there is only the tool that stops contact, and a use has an unknown outcome',
  async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    t.teardown(() => mock.timers.reset());
    const { main } = start();
    const listed = main.tools.of('b', 'a');
    const used = main.tools.use(USE);
    mock.timers.tick(3_500);
    t.same(await listed, [STOP_CONTACTING]);
    mock.timers.tick(30_000);
    t.match(await used, { outcome: 'unknown' });
  },
);

t.test('an answer of the wrong type is reported as an internal error', async (t) => {
  const { main, call } = start();
  const found = call.get();
  main.answered({ type: 'passages', id: 1, passages: [] });
  await t.rejects(found, { message: /passages, which does not match the question/ });
});
