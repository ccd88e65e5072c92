/** Calls as the views show them. */
import t from 'tap';
import { accepted, created, ended, turn } from './journal.js';
import { openViews } from './store-support.js';

const { store, show } = await openViews(t);
await show('business', 'b1', 'b1', [created('One')]);

const LATENCIES = {
  finalTranscriptMs: 120,
  firstTokenMs: 80,
  firstAudioMs: 90,
  firstFrameMs: 2,
  firstPlayedMs: null,
};

t.test('a call shows the sources of its values, and which values were replaced', async (t) => {
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

t.test('an accepted call shows its callee, and is queued', async (t) => {
  await show('call', 'b1', 'c1', [accepted()], 1_000);
  t.same(store.call('b1', 'c1')?.call, {
    id: 'c1',
    status: 'queued',
    agentName: 'Ada',
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
  });
});

t.test('the status of a call follows its progress, and never goes back', async (t) => {
  const summary = () => store.call('b1', 'c2')?.call;
  const attempt = () => store.call('b1', 'c2')?.diagnostics.attempts;
  await show('call', 'b1', 'c2', [accepted()], 1_000);
  await show('call', 'b1', 'c2', [{ type: 'call.placing', carrier: 'loopback' }], 2_000);
  t.same(attempt(), [{ carrier: 'loopback', at: '1970-01-01T00:00:02.000Z', outcome: 'placing' }]);
  await show('call', 'b1', 'c2', [{ type: 'call.placed', carrierCallId: 'secret' }], 2_500);
  await show('call', 'b1', 'c2', [{ type: 'call.answered' }], 3_000);
  t.match(summary(), { status: 'answered', startedAt: '1970-01-01T00:00:03.000Z' });
  await show('call', 'b1', 'c2', [{ type: 'call.ringing' }], 3_100);
  t.equal(summary()?.status, 'answered', 'a late event does not move the status back');
  await show('call', 'b1', 'c2', [
    { type: 'call.hangup_requested', by: 'operator', reason: 'cancelled', cancelling: true },
  ]);
  t.equal(summary()?.status, 'cancelling');
});

/** Shows a call that is answered, has turns, is cancelled and billed. */
const playCall = async (id: string): Promise<void> => {
  await show('call', 'b1', id, [accepted()], 1_000);
  await show('call', 'b1', id, [{ type: 'call.placing', carrier: 'loopback' }], 2_000);
  await show('call', 'b1', id, [{ type: 'call.placed', carrierCallId: 'secret' }], 2_500);
  await show('call', 'b1', id, [{ type: 'call.answered' }], 3_000);
  await show('call', 'b1', id, [{ type: 'call.ringing' }], 3_100);
  await show('call', 'b1', id, [
    turn('second', { speaker: 'assistant', at: 5_000, audioOffsetMs: 2_000.4, latencies: LATENCIES }),
    { type: 'call.noted', note: { code: 'mark_late', atMs: 12 } },
  ]);
  await show('call', 'b1', id, [turn('first', { at: 4_000, audioOffsetMs: 1_000 })]);
  await show('call', 'b1', id, [
    { type: 'call.hangup_requested', by: 'operator', reason: 'cancelled', cancelling: true },
  ]);
  await show('call', 'b1', id, [ended('completed')], 9_000);
  await show('call', 'b1', id, [
    {
      type: 'call.recording_finished',
      recording: { filename: `${id}.opus`, bytes: 10, durationMs: 6_000 },
    },
    { type: 'call.settled', blocks: 1, chargedMicrocredits: 100 },
  ]);
};

t.test('an ended call shows its charge, its transcript in order and its diagnostics', async (t) => {
  await playCall('c3');
  const detail = store.call('b1', 'c3');
  t.match(detail?.call, {
    status: 'completed',
    endedAt: '1970-01-01T00:00:09.000Z',
    durationSeconds: 6,
    endedBy: 'customer',
    endReason: 'customer_hangup',
    recordingAvailable: true,
    transcriptAvailable: true,
    chargedMicrocredits: 100,
  });
  t.equal(detail?.recordingFilename, 'c3.opus');
  t.same(
    detail?.transcript.map(({ text, audioOffsetMs }) => [text, audioOffsetMs]),
    [
      ['first', 1_000],
      ['second', 2_000],
    ],
    'in chronological order',
  );
  t.same(detail?.diagnostics.notes, [{ code: 'mark_late', atMs: 12 }]);
  t.same(detail?.diagnostics.turns[1]?.latencies, LATENCIES);
  t.same(detail?.diagnostics.attempts[0]?.outcome, 'completed');
  t.same(
    detail?.diagnostics.timeline.map(({ event }) => event),
    [
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
    ],
  );
  t.notMatch(JSON.stringify(detail), /secret/, 'carrier ids are not shown');
  t.equal(store.call('b2', 'c3'), null, 'calls of another business are hidden');
});
