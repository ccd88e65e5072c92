/** Messages between a line and the media of its call: what is written is read, and anything else is no message. */
import t from 'tap';
import {
  decodeAnswer,
  decodeLineMessage,
  decodeRequest,
  decodeUpdate,
  encodeAnswer,
  encodeLineMessage,
  encodeRequest,
  encodeUpdate,
  type HostRequest,
  hostIn,
  hostSubject,
  type LineAnswer,
  type LineMessage,
  type LineUpdate,
} from '../../../media/operators/line-messages.js';

const LINE = '0190a5a5-0000-7000-8000-000000000001';
const frame = (byte: number): Uint8Array => new Uint8Array(160).fill(byte);
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

t.test('requests are read as they were written', async (t) => {
  const requests: readonly HostRequest[] = [
    { type: 'open', line: LINE, by: { type: 'user', id: 'u1' }, purpose: 'listen' },
    { type: 'open', line: LINE, by: { type: 'key', id: 'k1' }, purpose: 'take_over' },
    { type: 'open', line: LINE, by: { type: 'call', id: 'c2' }, purpose: 'take_over' },
    { type: 'take_over', line: LINE },
    { type: 'hand_back', line: LINE, note: 'She wants a table.' },
    { type: 'note', note: 'n1', text: 'Offer a discount.' },
  ];
  for (const request of requests) t.same(decodeRequest(encodeRequest(request)), request);
});

t.test('a note of a hand-back is cut to 2,000 characters', async (t) => {
  const request = decodeRequest(encodeRequest({ type: 'hand_back', line: LINE, note: 'x'.repeat(3_000) }));
  t.equal(request?.type === 'hand_back' && request.note.length, 2_000);
});

t.test('malformed requests are none', async (t) => {
  const open = { type: 'open', line: LINE, by: { type: 'user', id: 'u1' }, purpose: 'listen' };
  const malformed: readonly unknown[] = [
    null,
    [],
    'open',
    {},
    { ...open, line: 'short' },
    { ...open, line: 7 },
    { ...open, by: 'u1' },
    { ...open, by: { type: 'robot', id: 'u1' } },
    { ...open, by: { type: 'user', id: 1 } },
    { ...open, purpose: 'speak' },
    { ...open, type: 'close' },
    { type: 'hand_back', line: LINE, note: 1 },
    { type: 'note', note: 1, text: 'x' },
    { type: 'note', note: 'n1' },
  ];
  for (const value of malformed) t.equal(decodeRequest(json(value)), null, JSON.stringify(value));
  t.equal(decodeRequest(Buffer.from('{')), null, 'no JSON');
});

t.test('answers are read as they were written, and others are none', async (t) => {
  const answers: readonly LineAnswer[] = [
    { type: 'done', host: 'h1', speaker: LINE },
    { type: 'done', host: 'h1', speaker: null },
    { type: 'refused', code: 'call_not_live' },
    { type: 'refused', code: 'call_taken_over' },
    { type: 'refused', code: 'leg_purpose_wrong' },
    { type: 'refused', code: 'listeners_limited' },
  ];
  for (const answer of answers) t.same(decodeAnswer(encodeAnswer(answer)), answer);
  for (const value of [
    'done',
    { type: 'refused', code: 'no' },
    { type: 'done', host: 1, speaker: null },
    { type: 'done', host: 'h1' },
    { type: 'other' },
  ])
    t.equal(decodeAnswer(json(value)), null, JSON.stringify(value));
});

t.test('updates carry the sides that are heard, and their time', async (t) => {
  const updates: readonly LineUpdate[] = [
    { type: 'frame', atMs: 1_240.5, customer: frame(1), agent: frame(2) },
    { type: 'frame', atMs: 0, customer: frame(1), agent: null },
    { type: 'frame', atMs: 20, customer: null, agent: frame(2) },
    { type: 'frame', atMs: 40, customer: null, agent: null },
    { type: 'speaker', speaker: LINE },
    { type: 'speaker', speaker: null },
    { type: 'end', reason: 'ended' },
    { type: 'end', reason: 'lost' },
  ];
  for (const update of updates) t.same(decodeUpdate(encodeUpdate(update)), update);
});

t.test('an update of another length or form is none', async (t) => {
  const both = encodeUpdate({ type: 'frame', atMs: 0, customer: frame(1), agent: frame(2) });
  for (const bytes of [
    both.subarray(0, 9),
    both.subarray(0, 170),
    both.subarray(0, -1),
    Buffer.concat([both, frame(3)]),
  ])
    t.equal(decodeUpdate(bytes), null, `${bytes.length} bytes`);
  for (const value of [
    'end',
    { type: 'end', reason: 'tired' },
    { type: 'speaker', speaker: 1 },
    { type: 'speaker' },
    { type: 'pause' },
  ])
    t.equal(decodeUpdate(json(value)), null, JSON.stringify(value));
});

t.test('a frame that was read does not change with the bytes of its message', async (t) => {
  const bytes = encodeUpdate({ type: 'frame', atMs: 0, customer: frame(1), agent: null });
  const update = decodeUpdate(bytes);
  bytes.fill(9);
  t.same(update?.type === 'frame' && update.customer, frame(1));
});

t.test('a line sends audio, its heartbeat and its departure', async (t) => {
  const messages: readonly LineMessage[] = [
    { type: 'frame', line: LINE, frame: frame(7) },
    { type: 'here', line: LINE },
    { type: 'bye', line: LINE },
  ];
  for (const message of messages) t.same(decodeLineMessage(encodeLineMessage(message)), message);
  for (const tail of [Buffer.of(1), new Uint8Array(159), new Uint8Array(161)])
    t.equal(
      decodeLineMessage(Buffer.concat([Buffer.from(LINE), tail])),
      null,
      `${tail.length} bytes of audio`,
    );
});

t.test('the subject names the host', async (t) => {
  t.equal(hostIn(hostSubject('b1', 'c1', 'h1', 'said')), 'h1');
  t.equal(hostIn('line.b1.c1'), '');
});
