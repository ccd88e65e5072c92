/** The same calls through each carrier: a conversation, an interruption, transfers, and the loss of a stream. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Step } from '../../../../simulators/phone-network/callee.js';
import { isSettled } from '../../../../testkit/api/client.js';
import { spokenLines, spokenTurns } from '../../../../testkit/api/transcript.js';
import { parley } from '../../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../../testkit/simulators/model-server.js';
import { ONLY_IN_FULL_RUN } from '../../../support/full-run.js';

const CALL_MS = 60_000;
const SUPPORT = '+14155550170';
const CUSTOMER = '+14155550171';
const ANSWER = 'We are open every day from noon to midnight, and on Sundays from nine until the evening.';

t.setTimeout(600_000);

for (const [carrier, skip] of [
  ['telnyx', false],
  ['plivo', ONLY_IN_FULL_RUN],
] as const) {
  t.test(carrier, { timeout: 400_000 }, async (t) => {
    const model = await startOpenAiServer(t);
    const env = {
      ...SILERO_DETECTOR,
      PARLEY_MODEL: 'openai-compatible:gpt-simulated',
      OPENAI_API_KEY: 'sk-of-a-test',
      OPENAI_BASE_URL: model.url,
    };
    const world = await startWorld(t, env, { carrier });
    const client = world.client();
    const path = join(t.testdir({}), 'tool.json');
    writeFileSync(
      path,
      JSON.stringify({ name: 'to_support', description: 'Puts the customer through.', transferTo: SUPPORT }),
    );
    await parley(
      ['admin', 'tool', 'set', '--business', world.businessId, '--data-dir', world.dataDir, '--file', path],
      env,
    );
    const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
    const yes: Step['do'] = { type: 'say', audio: await world.say('yes please') };
    const callee = (...steps: readonly Step[]) =>
      world.network.callee(CUSTOMER, { ringMs: 200, steps: [{ afterSilenceMs: 500, do: yes }, ...steps] });
    const call = async () => {
      const callId = await client.startCall(agent.id, CUSTOMER);
      const ended = await client.callUntil(callId, isSettled, CALL_MS);
      const known = (await world.network.calls()).find(({ statusCallback }) =>
        statusCallback.includes(callId),
      );
      return { ended, history: await world.network.history(known?.sid ?? '') };
    };

    await t.test('holds a conversation and hangs up', async (t) => {
      await callee();
      model.answer({ text: ['Goodbye.'], tools: [{ id: 'c1', name: 'end_call', arguments: '{}' }] });
      const { ended, history } = await call();
      t.same(spokenLines(ended), [
        'assistant: Hello, Ada here.',
        'customer: yes please',
        'assistant: Goodbye.',
      ]);
      t.match(ended.call, { status: 'completed', endReason: 'agent_hangup', recordingAvailable: true });
      t.equal(history.endedBy, 'caller');
      t.ok(ended.diagnostics.turns.every(({ heard }) => heard === 'acked'));
    });

    await t.test('hears an interruption, and the transcript omits what was not played', async (t) => {
      await callee({ afterHearingMs: 1_500, do: yes }, { afterSilenceMs: 2_000, do: { type: 'hang_up' } });
      model.answer({ text: [ANSWER] }, { text: ['As you like.'] });
      const { ended } = await call();
      const [, , answer] = spokenTurns(ended);
      t.ok(answer !== undefined && ANSWER.startsWith(answer.text) && answer.text.length < ANSWER.length);
      t.equal(spokenLines(ended).at(-1), 'assistant: As you like.');
      t.match(ended.call, { status: 'completed', endReason: 'customer_hangup' });
    });

    await t.test('a customer whose transfer fails returns to the agent', { skip }, async (t) => {
      await world.network.callee(SUPPORT, { outcome: 'busy', ringMs: 300 });
      await callee({ afterSilenceMs: 1_500, do: { type: 'hang_up' } });
      model.answer(
        { text: ['I will put you through. '], tools: [{ id: 'c1', name: 'to_support', arguments: '{}' }] },
        { text: ['Nobody is free there.'] },
      );
      const { ended, history } = await call();
      t.same(spokenLines(ended).slice(2), [
        'assistant: I will put you through.',
        'assistant: Nobody is free there.',
      ]);
      t.match(history, { dialled: [{ number: SUPPORT, status: 'busy' }] });
      t.equal(history.streams.length, 2);
    });

    await t.test('an answered transfer completes the call without another stream', { skip }, async (t) => {
      await world.network.callee(SUPPORT, { ringMs: 300, steps: [{ atMs: 1_500, do: { type: 'hang_up' } }] });
      await callee();
      model.answer({
        text: ['I will put you through. '],
        tools: [{ id: 'c1', name: 'to_support', arguments: '{}' }],
      });
      const { ended, history } = await call();
      t.match(ended.call, { status: 'completed', endReason: 'completed' });
      t.match(history, { dialled: [{ number: SUPPORT, status: 'completed' }], endedBy: 'document' });
      t.equal(history.streams.length, 1);
    });

    await t.test('a call continues after its stream is lost and reopened', { skip }, async (t) => {
      await callee(
        { afterSilenceMs: 500, do: { type: 'drop_socket' } },
        { afterSilenceMs: 1_000, do: yes },
        { afterSilenceMs: 1_500, do: { type: 'hang_up' } },
      );
      model.answer({ text: ['One.'] }, { text: ['Two.'] });
      const { ended, history } = await call();
      t.equal(history.streams.length, 2);
      t.ok(spokenLines(ended).includes('assistant: One.'));
      t.match(ended.call, { status: 'completed', endReason: 'customer_hangup' });
    });
  });
}

t.test('falls back to the next carrier if one cannot be reached', { timeout: 180_000 }, async (t) => {
  const elsewhere = {
    TELNYX_API_URL: 'http://127.0.0.1:1/v2',
    TELNYX_API_KEY: 'key-of-nobody',
    TELNYX_PUBLIC_KEY: Buffer.alloc(32, 7).toString('base64'),
    TELNYX_CONNECTION_ID: '1',
    TELNYX_FROM: '+15005550006',
    PARLEY_CARRIER: 'telnyx,plivo',
  };
  const world = await startWorld(t, { ...SILERO_DETECTOR, ...elsewhere }, { carrier: 'plivo' });
  const client = world.client();
  const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
  await world.network.callee(CUSTOMER, {
    ringMs: 200,
    steps: [{ afterSilenceMs: 500, do: { type: 'hang_up' } }],
  });
  const callId = await client.startCall(agent.id, CUSTOMER);
  const { call, diagnostics } = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(call, { status: 'completed', endReason: 'customer_hangup' });
  t.match(diagnostics.attempts, [
    { carrier: 'telnyx', outcome: 'failed' },
    { carrier: 'plivo', outcome: 'completed' },
  ]);
  t.equal((await world.network.calls()).length, 1, 'the call was placed once');
});
