/** The wall clock of one of two nodes steps: calls, their media, their charges and their events are unaffected. */
import t, { type Test } from 'tap';
import { EVENTS_OF, type SubscriptionResource } from '../../../../schemas/events/subscription.js';
import { isSettled } from '../../../../testkit/api/client.js';
import { AGENT } from '../../../../testkit/demo-script.js';
import { testCacheDir } from '../../../../testkit/nats/server.js';
import { startReceiver } from '../../../../testkit/servers/receiver.js';
import { startTwoNodes } from '../../../../testkit/service/two-nodes.js';
import { until } from '../../../../testkit/until.js';

t.setTimeout(300_000);

const HOUR = 3_600_000;
const STEPS = [HOUR, -HOUR];
const CALL_MS = 60_000;
const LASTS_MS = 8_000;
const NODES = [0, 1];
const STEPPED = 1;

const startNodes = async (t: Test) => {
  const receiver = await startReceiver(t);
  const logged: string[] = [];
  const nodes = await startTwoNodes({
    lines: 2,
    cacheDir: testCacheDir(),
    logLevel: 'warn',
    onLog: (node, line) => void (node === STEPPED && logged.push(line)),
    env: { PARLEY_DEVELOPMENT: '1' },
  });
  t.teardown(() => nodes.stop());
  const created = await nodes.client.post<{ subscription: SubscriptionResource; signingSecret: string }>(
    '/api/v1/webhook-subscriptions',
    {
      businessId: nodes.businessId,
      channel: 'voice',
      callbackUrl: `${receiver.url}/voice`,
      events: EVENTS_OF.voice,
    },
  );
  receiver.secret('/voice', created.signingSecret);
  const agent = await nodes.client.createAgent(AGENT.name, AGENT.instructions, {
    firstGreeting: AGENT.greeting,
  });
  return { nodes, receiver, logged, agentId: agent.id };
};

t.test('a clock step of one node does not affect the calls of either node', async (t) => {
  const { nodes, receiver, logged, agentId } = await startNodes(t);
  let numbers = 0;
  const place = async (node: number): Promise<string> => {
    numbers += 1;
    const number = `+1415555${String(numbers).padStart(4, '0')}`;
    await nodes.network.callee(number, {
      outcome: 'answer',
      ringMs: 200,
      steps: [{ atMs: LASTS_MS, do: { type: 'hang_up' } }],
    });
    return nodes.clientOf(node).startCall(agentId, number);
  };
  const check = async (callId: string, what: string): Promise<void> => {
    const { call } = await nodes.clientOf(0).callUntil(callId, isSettled, CALL_MS);
    t.equal(call.status, 'completed', what);
    const placed = await nodes.network.callsOf(callId);
    t.equal(placed.length, 1, 'the call is placed once');
    const [atCarrier] = placed;
    t.equal(call.durationSeconds, atCarrier?.durationSeconds, `${call.durationSeconds} s are charged`);
    const { streams } = await nodes.network.history(atCarrier?.sid ?? '');
    t.ok(
      streams.some(({ openedAtMs }) => openedAtMs !== null),
      'its media is accepted',
    );
    t.ok(call.recordingAvailable, 'the call is recorded');
    const types = await until(`the events of ${callId}`, () => {
      const bodies = receiver.on('/voice').map(({ body }) => body);
      const found = bodies.filter((body) => JSON.stringify(body).includes(callId));
      const eventTypes = found.map(({ eventType }) => eventType);
      return eventTypes.includes('voice.call.ended') && eventTypes.includes('voice.call.charged')
        ? eventTypes
        : null;
    });
    for (const type of ['voice.call.answered', 'voice.call.ended', 'voice.call.charged'])
      t.equal(types.filter((received) => received === type).length, 1, type);
  };

  for (const step of STEPS) {
    const what = `a step of ${step / 1_000} s`;
    // Answered before the step, and ended after it.
    const during = await Promise.all(NODES.map(place));
    for (const callId of during)
      await nodes.clientOf(0).callUntil(callId, ({ call }) => call.status === 'answered', CALL_MS);
    nodes.setClock(STEPPED, step);
    for (const callId of during) await check(callId, what);
    // The last call has to wait for a line, but not for half an hour.
    const after = [await place(0), await place(0), await place(STEPPED)];
    for (const callId of after) await check(callId, what);
  }
  t.ok(
    receiver.received.every(({ signed }) => signed),
    'receivers with a correct clock accept every signature',
  );
  const wallOffLogs = logged.filter((line) => line.includes('"clock.wall_off"'));
  t.ok(wallOffLogs.length > 0, 'the node logs the step');
  nodes.setClock(STEPPED, 0);
  await until('its clock is correct again', () => logged.some((line) => line.includes('"clock.wall_right"')));
});
