import t from 'tap';
import type { CallEvent } from '../../../actors/call/events.js';
import { accepted, ended, turn } from '../journal.js';
import { openViews } from '../store-support.js';

t.test('a call shows the sources of its values, and which values were replaced', async (t) => {
  const { store, show } = await openViews(t);
  const from = async (id: string, callee: object, contactId: string | null = null) => {
    const event = accepted({ contactId });
    if (event.type !== 'call.accepted') throw new Error('unexpected type of event');
    await show('call', 'b1', id, [{ ...event, callee: { ...event.callee, ...callee } }], 1_000);
    const detail = store.call('b1', id);
    return [detail?.call.sourceName, detail?.diagnostics.testVariables];
  };
  const replaced = [{ alias: 'order', was: 'missing' }];
  t.same(await from('s1', { sourceName: 'Orders, Contacts', replaced }, 'p1'), [
    'Orders, Contacts',
    [{ alias: 'order', replaced: 'missing' }],
  ]);
  t.same(await from('s2', { sourceName: null, replaced: [] }), [null, []]);
  t.same(await from('s3', {}, 'p1'), ['Contacts', []], 'an event of an earlier version');
  t.same(await from('s4', {}), [null, []]);
});

/** A call that has just been accepted. */
const QUEUED = {
  id: 'c1',
  status: 'queued',
  agentName: 'Ada',
  agentVersion: null,
  campaignName: null,
  contactId: null,
  contactName: null,
  sourceName: null,
  callData: { city: 'Kyoto' },
  calleeNumber: '+4915112345678',
  durationSeconds: 0,
  startedAt: null,
  endedAt: null,
  recordingAvailable: false,
  transcriptAvailable: false,
  createdAt: '1970-01-01T00:00:01.000Z',
  chargedMicrocredits: 0,
  endedBy: null,
  endReason: null,
  disclosure: { status: 'none', heardAtMs: null, proof: null },
  consultationOf: null,
  outcome: null,
  tags: [],
  score: null,
  reviewed: false,
  interrupted: false,
  toolFailed: false,
  slowestAnswer: null,
  waveform: null,
};

/** Its events, in order. */
const TIMELINE = [
  'call.accepted',
  'call.placing',
  'call.placed',
  'call.answered',
  'call.ringing',
  'call.turn',
  'call.noted',
  'call.turn',
  'call.hangup_requested',
  'call.ended',
  'call.recording_finished',
  'call.settled',
];

t.test('shows a call from its acceptance to its charge', async (t) => {
  const { store, show } = await openViews(t);
  const summary = () => store.call('b1', 'c1')?.call;
  await show('call', 'b1', 'c1', [accepted()], 1_000);
  t.same(summary(), QUEUED);
  await show('call', 'b1', 'c1', [{ type: 'call.placing', carrier: 'loopback' }], 2_000);
  const attempt = () => store.call('b1', 'c1')?.diagnostics.attempts;
  t.same(attempt(), [{ carrier: 'loopback', at: '1970-01-01T00:00:02.000Z', outcome: 'placing' }]);
  await show('call', 'b1', 'c1', [{ type: 'call.placed', carrierCallId: 'secret' }], 2_500);
  await show('call', 'b1', 'c1', [{ type: 'call.answered' }], 3_000);
  t.match(summary(), { status: 'answered', startedAt: '1970-01-01T00:00:03.000Z' });
  await show('call', 'b1', 'c1', [{ type: 'call.ringing' }], 3_100);
  t.equal(summary()?.status, 'answered', 'a late event does not move the status back');
  const latencies = {
    finalTranscriptMs: 120,
    firstTokenMs: 80,
    firstAudioMs: 90,
    firstFrameMs: 2,
    firstPlayedMs: null,
  };
  await show('call', 'b1', 'c1', [
    turn('second', { speaker: 'assistant', at: 5_000, audioOffsetMs: 2_000.4, latencies }),
    { type: 'call.noted', note: { code: 'mark_late', atMs: 12 } },
  ]);
  await show('call', 'b1', 'c1', [turn('first', { at: 4_000, audioOffsetMs: 1_000 })]);
  await show('call', 'b1', 'c1', [
    { type: 'call.hangup_requested', by: 'operator', reason: 'cancelled', cancelling: true },
  ]);
  t.equal(summary()?.status, 'cancelling');
  await show('call', 'b1', 'c1', [ended('completed')], 9_000);
  await show('call', 'b1', 'c1', [
    {
      type: 'call.recording_finished',
      recording: { filename: 'c1.opus', bytes: 10, durationMs: 6_000 },
    },
    { type: 'call.settled', blocks: 1, chargedMicrocredits: 100 },
  ]);
  t.match(summary(), {
    status: 'completed',
    endedAt: '1970-01-01T00:00:09.000Z',
    durationSeconds: 6,
    endedBy: 'customer',
    endReason: 'customer_hangup',
    recordingAvailable: true,
    transcriptAvailable: true,
    chargedMicrocredits: 100,
  });
  const detail = store.call('b1', 'c1');
  t.equal(detail?.recordingFilename, 'c1.opus');
  t.same(
    detail?.transcript.map(({ text, audioOffsetMs }) => [text, audioOffsetMs]),
    [
      ['first', 1_000],
      ['second', 2_000],
    ],
    'in chronological order',
  );
  t.same(detail?.diagnostics.notes, [{ code: 'mark_late', atMs: 12 }]);
  t.same(detail?.diagnostics.turns[1]?.latencies, latencies);
  t.same(attempt()?.[0]?.outcome, 'completed');
  t.same(
    detail?.diagnostics.timeline.map(({ event }) => event),
    TIMELINE,
  );
  t.notMatch(JSON.stringify(detail), /secret/, 'carrier ids are not shown');
  t.equal(store.call('b2', 'c1'), null, 'calls of another business are hidden');
});

t.test('a consultation names the call about whose customer it is', async (t) => {
  const { store, show } = await openViews(t);
  await show('call', 'b1', 'c1', [accepted()], 1_000);
  await show('call', 'b1', 'c2', [accepted({ consultationOf: 'c1' })], 2_000);
  t.equal(store.call('b1', 'c2')?.call.consultationOf, 'c1');
  t.equal(store.call('b1', 'c1')?.call.consultationOf, null);
});

t.test('keys that the customer pressed are marked in the transcript', async (t) => {
  const { store, show } = await openViews(t);
  await show('call', 'b1', 'c1', [accepted()], 1_000);
  await show('call', 'b1', 'c1', [turn('1234#', { at: 2_000, keys: true }), turn('hello', { at: 3_000 })]);
  t.same(
    store.call('b1', 'c1')?.transcript.map(({ text, keys = false }) => [text, keys]),
    [
      ['1234#', true],
      ['hello', false],
    ],
  );
});

t.test('sums tokens per model over all sessions of a call', async (t) => {
  const { store, show } = await openViews(t);
  const tokens = () => store.call('b1', 'c1')?.diagnostics.modelTokens;
  await show('call', 'b1', 'c1', [accepted()], 1_000);
  t.equal(tokens(), undefined);
  const first = { model: 'anthropic:a', input: 100, output: 5 };
  const other = { model: 'openai:b', input: 30, output: 2 };
  const used = (attachmentId: string, ...models: readonly (typeof first)[]) =>
    ({ type: 'call.tokens_used', attachmentId, models }) as const;
  await show('call', 'b1', 'c1', [used('a1', first, other)], 2_000);
  await show('call', 'b1', 'c1', [used('a2', other)], 3_000);
  t.same(tokens(), [
    { model: 'anthropic:a', inputTokens: 100, outputTokens: 5 },
    { model: 'openai:b', inputTokens: 60, outputTokens: 4 },
  ]);
});

t.test('shows whether and when the disclosure of a call was heard', async (t) => {
  const { store, show } = await openViews(t);
  const callWith = async (id: string, disclosure: string | undefined, events: readonly CallEvent[]) => {
    const event = accepted();
    if (event.type !== 'call.accepted') throw new Error('unexpected type of event');
    const agent = { ...event.agent, ...(disclosure === undefined ? {} : { disclosure }) };
    await show('call', 'b1', id, [{ ...event, agent }], 1_000);
    if (events.length > 0) await show('call', 'b1', id, events, 2_000);
    const listed = store.calls('b1', { limit: 10, cursor: null }, {}).items.find((call) => call.id === id);
    t.same(store.call('b1', id)?.call.disclosure, listed?.disclosure, 'the list shows the same');
    return listed?.disclosure;
  };
  t.same(await callWith('d1', undefined, []), { status: 'none', heardAtMs: null, proof: null });
  t.same(await callWith('d2', 'I am an AI.', []), { status: 'not_heard', heardAtMs: null, proof: null });
  const turned = turn('cut', { speaker: 'assistant', disclosure: true });
  t.same(await callWith('d3', 'I am an AI.', [turned]), {
    status: 'not_heard',
    heardAtMs: null,
    proof: null,
  });
  t.equal(store.call('b1', 'd3')?.diagnostics.turns[0]?.disclosure, true);
  for (const heard of ['acked', 'estimated'] as const)
    t.same(
      await callWith(`h-${heard}`, 'I am an AI.', [{ type: 'call.disclosed', heardAtMs: 2_470, heard }]),
      {
        status: 'heard',
        heardAtMs: 2_470,
        proof: heard,
      },
    );
});

t.test('shows the start of a call whose answer is only known when it ends', async (t) => {
  const { store, show } = await openViews(t);
  await show('call', 'b1', 'c1', [accepted(), { type: 'call.placing', carrier: 'loopback' }], 1_000);
  await show('call', 'b1', 'c1', [{ type: 'call.answered', answeredAt: 3_000 }, ended('completed')], 9_000);
  t.match(store.call('b1', 'c1')?.call, {
    status: 'completed',
    startedAt: '1970-01-01T00:00:03.000Z',
    endedAt: '1970-01-01T00:00:09.000Z',
  });
});
