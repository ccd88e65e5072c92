/** A call as a customer and an operator experience it, through real sockets, a real journal and real audio. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { digest, parseSessionLog, replay, type SessionLog } from '../../../media/session/log.js';
import type { CalleeScript } from '../../../simulators/phone-network/callee.js';
import { type CallDetail, isSettled } from '../../../testkit/api/client.js';
import { download } from '../../../testkit/api/download.js';
import { spokenLines } from '../../../testkit/api/transcript.js';
import { concurrent } from '../../../testkit/concurrent.js';
import { AGENT } from '../../../testkit/demo-script.js';
import { nodeCommand } from '../../../testkit/service/node-command.js';
import { CLI } from '../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { loudness, probeRecording } from '../../support/audio/recording.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';

const CALL_MS = 60_000;
/** A voice is louder than `VOICE`, silence quieter than `QUIET`: RMS of 16-bit samples. */
const VOICE = 300;
const QUIET = 60;

/** Options of a variant whose rules tests in virtual time check, too. */
const variant = () => ({ ...concurrent(CALL_MS * 2), skip: ONLY_IN_FULL_RUN });

t.setTimeout(240_000);
// Calls run in real time, so independent tests run concurrently.
t.jobs = 6;

const world = await startWorld(t, SILERO_DETECTOR);
const client = world.client();
const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
const polite = async (text: string) =>
  ({ afterSilenceMs: 500, do: { type: 'say', audio: await world.say(text) } }) as const;

/** Calls a callee with this script; resolves once the call has ended and is billed. */
const callTo = async (
  number: string,
  script: Partial<CalleeScript>,
  agentId = agent.id,
): Promise<CallDetail> => {
  await world.network.callee(number, script);
  return client.callUntil(await client.startCall(agentId, number), isSettled, CALL_MS);
};

// The recogniser learns the phrases of an agent with its first call.
await callTo('+14155550109', { ringMs: 200, steps: [{ atMs: 8_000, do: { type: 'hang_up' } }] });

const sessionLogOf = async ({ call }: CallDetail): Promise<SessionLog> =>
  parseSessionLog(readFileSync(await world.sessionLog(call.id)));

const book = async (): Promise<CallDetail> =>
  callTo('+14155550110', {
    ringMs: 300,
    steps: [
      await polite('I would like to book a table'),
      await polite('for two people'),
      await polite('thank you goodbye'),
    ],
  });
let booked: Promise<CallDetail> | null = null;
/** A single call in which the customer books a table; several tests examine it. */
const booking = (): Promise<CallDetail> => {
  booked ??= book();
  return booked;
};
let saved: Promise<string> | null = null;
/** The path of its recording. */
const bookingRecording = (): Promise<string> => {
  saved ??= (async () => {
    const { call, recordingUrl } = await booking();
    const path = join(world.dataDir, `${call.id}.opus`);
    await download(recordingUrl, path);
    return path;
  })();
  return saved;
};

t.test(
  'asks the customer to repeat words that the recogniser does not know, and invents none',
  variant(),
  async (t) => {
    const { transcript, diagnostics } = await callTo('+14155550119', {
      ringMs: 300,
      steps: [
        await polite('the violet submarine has swallowed my umbrella'),
        await polite('I would like to book a table'),
        { afterSilenceMs: 500, do: { type: 'hang_up' } },
      ],
    });
    t.same(
      transcript
        .map(({ speaker, text }) => `${speaker}: ${text}`)
        .filter((line) => !line.includes('One moment'))
        .slice(0, 3),
      [
        `assistant: ${AGENT.greeting}`,
        'assistant: I am sorry, could you say that again?',
        'customer: I would like to book a table',
      ],
    );
    const note = diagnostics.notes.find(({ code }) => code === 'not_understood');
    t.ok(
      note?.audioOffsetMs !== undefined &&
        note.audioEndOffsetMs !== undefined &&
        note.audioEndOffsetMs - note.audioOffsetMs > 1_000,
      'the place of the speech is known',
    );
  },
);

t.test('the transcript holds what the callee says', concurrent(CALL_MS * 2), async (t) => {
  t.same(spokenLines(await booking()), [
    `assistant: ${AGENT.greeting}`,
    'customer: I would like to book a table',
    'assistant: With pleasure. For how many people?',
    'customer: for two people',
    'assistant: A table is reserved. We look forward to seeing you.',
    'customer: thank you goodbye',
    'assistant: Thank you for calling. Goodbye!',
  ]);
});

t.test('the log of a call can be replayed with other silences', variant(), async (t) => {
  const { call } = await booking();
  const log = await world.sessionLog(call.id);
  const [command, args] = nodeCommand([CLI, 'tune', log, '--usual', '300,700', '--preemptive', 'on']);
  const { stdout } = await promisify(execFile)(command, args);
  const row = { turns: 0, falseCuts: 0, byRecogniser: 3 };
  t.match(
    JSON.parse(stdout),
    {
      files: 1,
      sessions: 1,
      remarks: [],
      rows: [
        { settings: 'recorded', usual: 700, preemptive: 'off', ...row },
        { settings: 'tried', usual: 300, preemptive: 'on', ...row },
        { settings: 'tried', usual: 700, preemptive: 'on', ...row },
      ],
    },
    'the phrase recogniser itself reports the end of a phrase',
  );
});

t.test('another callee has another transcript', variant(), async (t) => {
  const { transcript } = await callTo('+14155550111', {
    ringMs: 300,
    steps: [await polite('what are your opening hours'), await polite('thank you goodbye')],
  });
  t.same(
    transcript.filter(({ speaker }) => speaker === 'customer').map(({ text }) => text),
    ['what are your opening hours', 'thank you goodbye'],
  );
});

t.test(
  'answers a customer who talks over an uninterruptible greeting after 95 % of it',
  variant(),
  async (t) => {
    const detail = await callTo('+14155550112', {
      ringMs: 300,
      steps: [
        { atMs: 200, do: { type: 'say', audio: await world.say('what are your opening hours') } },
        await polite('thank you goodbye'),
      ],
    });
    t.equal(
      detail.transcript.find(({ speaker }) => speaker === 'assistant')?.text,
      AGENT.greeting,
      'the whole greeting was heard',
    );
    t.ok(
      detail.transcript.some(({ text }) => text.startsWith('We are open')),
      'and the question was answered',
    );
    // The log has the proof: the receipts that the session got, and what it did then.
    const log = await sessionLogOf(detail);
    const outputs = replay(log);
    const answeredAt = outputs.findIndex((output) => output.some(({ type }) => type === 'respond'));
    const heardAt = log.inputs.findIndex(
      ({ input }) => input.type === 'recognised' && input.event.type === 'final',
    );
    t.ok(heardAt >= 0 && heardAt < answeredAt, 'the question was heard before it was answered');
    const cause = log.inputs[answeredAt]?.input;
    const played = cause?.type === 'mark' ? Number(cause.name.split(':')[2]) : 0;
    const greetingId = cause?.type === 'mark' ? cause.name.split(':')[0] : '';
    const total = log.inputs.reduce(
      (sum, { input }) =>
        sum +
        (input.type === 'speech_audio' && input.utterance === greetingId ? input.payload.length / 8 : 0),
      0,
    );
    t.ok(played >= 0.95 * total, `released by a receipt for ${played} of ${total} ms`);
    t.ok(played - 200 < 0.95 * total, 'the first receipt that sufficed');
    const [call] = await world.network.callsOf(detail.call.id);
    t.equal(call?.stats.clears, 0, 'nothing was cut off');
  },
);

t.test(
  'hears a customer who interrupts, and the transcript holds what was said until then',
  concurrent(CALL_MS * 2),
  async (t) => {
    const chatty = await client.createAgent(
      'Chatty',
      'When the customer says "what are your opening hours", say "We are open every day from noon to midnight, and on Sundays we serve breakfast from nine in the morning until eleven.".\nWhen the customer says "one moment please", say "Take your time.". Then hang up.',
      { firstGreeting: 'Hello.' },
    );
    const steps = [
      await polite('what are your opening hours'),
      { afterHearingMs: 2_000, do: { type: 'say', audio: await world.say('one moment please') } },
    ] as const;
    const attempt = async () => {
      const detail = await callTo('+14155550113', { ringMs: 300, steps }, chatty.id);
      const [call] = await world.network.callsOf(detail.call.id);
      return { detail, call };
    };
    // If the machine stalls while the customer speaks, the pause gets an answer, and they interrupt twice.
    let last = await attempt();
    for (let again = 0; again < 3 && last.call?.stats.clears !== 2; again += 1) last = await attempt();
    const { detail, call } = last;
    const cut = detail.transcript.find(({ text }) => text.startsWith('We are open'));
    t.ok(cut !== undefined && cut.text.length < 90, `cut short: ${cut?.text}`);
    t.equal(detail.transcript.at(-1)?.text, 'Take your time.');
    t.equal(call?.stats.clears, 2, 'lowered, then cut off');
    const index = detail.transcript.findIndex(({ text }) => text.startsWith('We are open'));
    t.match(detail.diagnostics.turns[index], { interrupted: true, heard: 'acked' });
  },
);

for (const [outcome, number] of [
  ['busy', '+14155550120'],
  ['no_answer', '+14155550121'],
  ['failed', '+14155550122'],
] as const)
  t.test(`a call that ends as ${outcome} has that status and is free`, variant(), async (t) => {
    const { call } = await callTo(number, { ringMs: 200, outcome });
    t.match(call, { status: outcome, chargedMicrocredits: 0, recordingAvailable: false });
  });

t.test('a call to a number that the carrier refuses fails', variant(), async (t) => {
  const { call } = await callTo('+14155550115', { rest: 'invalid_number' });
  t.match(call, { status: 'failed', endReason: 'invalid_number' });
});

for (const [failure, number] of [
  ['error_after_create', '+14155550123'],
  ['reset_after_create', '+14155550124'],
] as const)
  t.test(
    `a call is placed once if the carrier places it but fails to confirm that (${failure})`,
    variant(),
    async (t) => {
      const steps = [{ atMs: 1_000, do: { type: 'hang_up' } }] as const;
      const { call } = await callTo(number, { rest: failure, ringMs: 300, steps });
      t.match(call, { status: 'completed', endedBy: 'customer' });
      t.equal((await world.network.callsOf(call.id)).length, 1);
    },
  );

t.test('a cancelled call is hung up and free', variant(), async (t) => {
  await world.network.callee('+14155550117', { ringMs: 20_000 });
  const callId = await client.startCall(agent.id, '+14155550117');
  await client.callUntil(callId, ({ call }) => call.status === 'ringing', CALL_MS);
  await client.cancel(callId);
  const detail = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(detail.call, {
    status: 'cancelled',
    endedBy: 'operator',
    endReason: 'cancelled',
    chargedMicrocredits: 0,
  });
});

t.test(
  'a call is placed once and billed for the duration at the network',
  concurrent(CALL_MS * 2),
  async (t) => {
    const detail = await booking();
    t.match(detail.call, {
      status: 'completed',
      endedBy: 'agent',
      endReason: 'agent_hangup',
      recordingAvailable: true,
    });
    const [placed, ...more] = await world.network.callsOf(detail.call.id);
    t.same(more, [], 'one placement');
    t.equal(detail.call.durationSeconds, placed?.durationSeconds);
    t.equal(detail.call.chargedMicrocredits, Math.ceil((placed?.durationSeconds ?? 0) / 20) * 10_000);
  },
);

t.test('every reply has its latencies, in the order of the stages', concurrent(CALL_MS * 2), async (t) => {
  const { diagnostics } = await booking();
  const replies = diagnostics.turns.filter(({ latencies }) => latencies !== null);
  t.equal(replies.length, 3, 'every reply has its latencies');
  for (const { latencies } of replies) {
    const stages = Object.values(latencies ?? {});
    t.ok(
      stages.every((ms) => ms !== null),
      'all five latencies',
    );
    t.same(
      stages,
      [...stages].sort((a, b) => Number(a) - Number(b)),
      'in the order of the stages',
    );
  }
});

t.test(
  'each speaker is heard in the recording where the transcript says, and nowhere else',
  concurrent(CALL_MS * 2),
  async (t) => {
    const detail = await booking();
    const path = await bookingRecording();
    const probe = await probeRecording(path);
    t.equal(probe.channels, 2);
    const [placed] = await world.network.callsOf(detail.call.id);
    const { streams } = await world.network.history(placed?.sid ?? '');
    const streamedMs = (streams.at(-1)?.closedAtMs ?? Number.NaN) - (streams[0]?.openedAtMs ?? Number.NaN);
    t.ok(
      Math.abs(probe.durationMs - streamedMs) < 1_500,
      `as long as the stream: ${probe.durationMs} of ${streamedMs} ms`,
    );
    const rms = await loudness(path);
    for (const [index, turn] of detail.transcript.entries()) {
      const [own, other] = turn.speaker === 'customer' ? ([0, 1] as const) : ([1, 0] as const);
      const from = turn.audioOffsetMs ?? 0;
      const to = turn.audioEndOffsetMs ?? 0;
      t.ok(
        rms(own, from, to) > VOICE,
        `${turn.speaker} is heard from ${from} to ${to}: ${rms(own, from, to)}`,
      );
      t.ok(
        rms(other, from + 100, to - 100) < QUIET,
        `and the other speaker is not: ${rms(other, from + 100, to - 100)}`,
      );
      // An answer follows the words that have bridged the wait for it.
      const continuesTurn = detail.transcript[index - 1]?.speaker === turn.speaker;
      t.ok(continuesTurn || from < 150 || rms(own, from - 150, from - 40) < QUIET, `and not before ${from}`);
    }
  },
);

t.test(
  'serves the recording in ranges, through a link that cannot be forged',
  concurrent(CALL_MS * 2),
  async (t) => {
    const { recordingUrl = '' } = await booking();
    const path = await bookingRecording();
    const whole = await fetch(recordingUrl);
    t.equal(whole.status, 200);
    t.equal(whole.headers.get('accept-ranges'), 'bytes');
    const bytes = Buffer.from(await whole.arrayBuffer());
    t.same(bytes, readFileSync(path));
    const part = await fetch(recordingUrl, { headers: { range: 'bytes=100-199' } });
    t.equal(part.status, 206);
    t.equal(part.headers.get('content-range'), `bytes 100-199/${bytes.length}`);
    t.same(Buffer.from(await part.arrayBuffer()), bytes.subarray(100, 200));
    const beyond = await fetch(recordingUrl, {
      headers: { range: `bytes=${bytes.length}-` },
    });
    t.equal(beyond.status, 416);
    const forged = await fetch(recordingUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    t.equal(forged.status, 403);
  },
);

t.test('the transcript is available as text', concurrent(CALL_MS * 2), async (t) => {
  const { call } = await booking();
  const text = await fetch(
    `${world.service().url}/api/v1/voice/calls/${call.id}/transcript?businessId=${world.businessId}`,
    { headers: { authorization: `Bearer ${world.apiKey}` } },
  );
  t.match(await text.text(), /customer: for two people/);
});

t.test(
  'replays a session to the same outputs, a hundred times faster than real time',
  concurrent(CALL_MS * 2),
  async (t) => {
    const log = await sessionLogOf(await booking());
    const took = (log.inputs.at(-1)?.atMs ?? 0) - (log.inputs[0]?.atMs ?? 0);
    let outputs: ReturnType<typeof replay> = [];
    let fastestMs = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 10 && fastestMs * 100 >= took; run += 1) {
      const began = performance.now();
      outputs = replay(log);
      fastestMs = Math.min(fastestMs, performance.now() - began);
    }
    t.ok(fastestMs * 100 < took, `${took} ms of call in ${fastestMs} ms`);
    const differ = outputs.findIndex((output, index) => digest(output) !== log.inputs[index]?.outputs);
    t.equal(differ, -1, `same outputs for all ${outputs.length} inputs`);
  },
);
