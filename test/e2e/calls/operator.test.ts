/** An operator takes a live call over, speaks and hands it back; everything but the people is real. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import type { LineHolder } from '../../../actors/call/events.js';
import { FRAME_BYTES, FRAME_MS } from '../../../media/audio/frames.js';
import { createCallLines } from '../../../media/operators/call-lines.js';
import { isSettled } from '../../../testkit/api/client.js';
import { download } from '../../../testkit/api/download.js';
import { AGENT } from '../../../testkit/demo-script.js';
import { natsEnv } from '../../../testkit/nats/env.js';
import { startNats } from '../../../testkit/nats/server.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';
import { loudness } from '../../support/audio/recording.js';
import { replayedSessions } from '../../support/replayed-sessions.js';

const CALL_MS = 60_000;
/** A voice is louder than `VOICE`, silence quieter than `QUIET`: RMS of 16-bit samples. */
const VOICE = 300;
const QUIET = 60;

t.setTimeout(180_000);

const nats = await startNats(t);
const world = await startWorld(t, { ...SILERO_DETECTOR, ...natsEnv({ url: nats.url }) });
const client = world.client();
const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
const nc = await connect({ servers: nats.url });
t.teardown(() => nc.close());
const lines = createCallLines({ nc, newId: randomUUID, now: () => performance.now() });
const [, keyId = ''] = /^parley_sk_([^_]+)_/.exec(world.apiKey) ?? [];
const HOLDER: LineHolder = { type: 'key', id: keyId };

/** A call that has been greeted, and the line of an operator to it. */
const joinedCall = async (number: string) => {
  await world.network.callee(number, { ringMs: 200, steps: [] });
  const callId = await client.startCall(agent.id, number);
  await client.callUntil(callId, ({ transcript }) => transcript.length > 0, CALL_MS);
  const seen: string[] = [];
  const line = await lines.open(
    { businessId: world.businessId, callId, by: HOLDER, purpose: 'take_over' },
    {
      onFrame: () => undefined,
      onSpeaker: (speaker) => void seen.push(speaker.type === 'agent' ? 'agent' : `me ${speaker.me}`),
      onEnd: (reason) => void seen.push(reason),
    },
  );
  return { callId, line, seen };
};

t.test('an operator who takes over is heard, transcribed and recorded, then the agent resumes', async (t) => {
  const { callId, line, seen } = await joinedCall('+14155550180');
  await line.takeOver();
  const voice = Buffer.from(await world.say('for two people'), 'base64');
  let sent = 0;
  await new Promise<void>((resolve) => {
    const pace = setInterval(() => {
      const frame = voice.subarray(sent, sent + FRAME_BYTES);
      if (frame.length === FRAME_BYTES) line.speak(frame);
      sent += FRAME_BYTES;
      if (sent < voice.length) return;
      clearInterval(pace);
      resolve();
    }, FRAME_MS);
  });
  await client.callUntil(
    callId,
    ({ transcript }) => transcript.some((turn) => turn.speaker === 'human'),
    20_000,
  );
  await line.handBack('She is a regular.');
  await until('the agent speaks again', async () => (seen.at(-1) === 'agent' ? true : null), 10_000);
  line.close();
  await client.callUntil(callId, ({ transcript }) => transcript.at(-1)?.speaker === 'assistant', 20_000);
  const [known] = await world.network.callsOf(callId);
  for (const text of ['what are your opening hours', 'thank you goodbye']) {
    const answered = (await client.call(callId)).transcript.length;
    await world.network.direct(known?.sid ?? '', [
      { afterSilenceMs: 1_000, do: { type: 'say', audio: await world.say(text) } },
    ]);
    await client.callUntil(callId, ({ transcript }) => transcript.length >= answered + 2, 20_000);
  }

  const detail = await client.callUntil(callId, isSettled, CALL_MS);
  t.same(seen, ['agent', 'me true', 'agent']);
  t.same(
    detail.transcript.map(({ speaker, text }) => `${speaker}: ${text}`),
    [
      `assistant: ${AGENT.greeting}`,
      'human: for two people',
      // A note makes the agent speak, and its script has no sentence for that.
      'assistant: I am sorry, could you say that again?',
      'customer: what are your opening hours',
      'assistant: We are open from noon to midnight. Can I do anything else?',
      'customer: thank you goodbye',
      'assistant: Thank you for calling. Goodbye!',
    ],
  );
  const { operators } = detail.diagnostics;
  t.match(operators, {
    lines: [{ by: HOLDER, purpose: 'take_over' }],
    takeOvers: [{ by: HOLDER, reason: 'handed_back', note: 'She is a regular.' }],
    agentNotes: [],
  });
  const [takeOver] = operators?.takeOvers ?? [];
  const [human] = detail.transcript.filter(({ speaker }) => speaker === 'human');
  t.ok(String(takeOver?.at) < String(takeOver?.until), 'the takeover has a duration');
  t.ok(String(takeOver?.at) <= String(human?.createdAt), 'the takeover began before they spoke');

  const path = join(world.dataDir, `${callId}.opus`);
  await download(detail.recordingUrl, path);
  const rms = await loudness(path);
  const [from, to] = [human?.audioOffsetMs ?? 0, human?.audioEndOffsetMs ?? 0];
  t.ok(to - from > 300, `they spoke from ${from} to ${to} ms`);
  t.ok(rms(1, from, to) > VOICE, `on the agent's channel: ${rms(1, from, to)}`);
  t.ok(rms(0, from, to) < QUIET, `not on the customer's: ${rms(0, from, to)}`);
});

t.test('a call that was taken over is cancelled like any other', async (t) => {
  const { callId, line, seen } = await joinedCall('+14155550181');
  await line.takeOver();
  await client.cancel(callId);
  const detail = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(detail.call, { endedBy: 'operator' });
  t.match(detail.diagnostics.operators?.takeOvers, [{ by: HOLDER, reason: 'session_ended', note: null }]);
  await until('the line is notified', async () => (seen.at(-1) === 'ended' ? true : null), 10_000);
});

t.test('the sessions of calls that were taken over replay without a difference', async (t) => {
  const { sessions, unreadable, build } = await replayedSessions(world.sessionLogDir, 2);
  t.same(unreadable, []);
  t.ok(sessions.length >= 2);
  for (const session of sessions) t.match(session, { difference: null, torn: 0, build });
});
