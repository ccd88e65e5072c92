/** The limits of a speech-to-speech engine, tested without a socket and without a clock. */
import t from 'tap';
import { REALTIME_LIMITS } from '../../../providers/realtime/limits.js';
import { Responses } from '../../../providers/realtime/openai/responses.js';
import { OpenaiStream } from '../../../providers/realtime/openai/stream.js';
import type { StreamInput } from '../../../providers/realtime/realtime-socket.js';

const SECOND = 8_000;

const requestedResponse = (): Responses => {
  const responses = new Responses(() => [], 500);
  responses.ask({ response: 'r1', notes: [], uses: [] });
  responses.take(0);
  responses.read({ type: 'response.created', response: { id: 'resp_1' } }, 0);
  return responses;
};
const of = { response_id: 'resp_1', item_id: 'item_1' };

t.test('gives up an endless response after five minutes of audio or 32,000 characters', async (t) => {
  const sound = requestedResponse();
  const minute = Buffer.alloc(60 * SECOND, 0x21).toString('base64');
  const piece = { type: 'response.output_audio.delta', ...of, delta: minute };
  for (let minutes = 0; minutes < 5; minutes += 1) t.match(sound.read(piece, 0), [{ type: 'audio' }]);
  t.match(sound.read(piece, 0), [{ type: 'broken', reason: /is too long/ }]);
  t.match(sound.take(0), [{ type: 'response.cancel', response_id: 'resp_1' }]);
  t.same(sound.read(piece, 0), [], 'no further event');
  const words = requestedResponse();
  const text = { type: 'response.output_audio_transcript.delta', ...of, delta: 'x'.repeat(16_000) };
  t.match([words.read(text, 0), words.read(text, 0)], [[{ type: 'text' }], [{ type: 'text' }]]);
  t.match(words.read({ ...text, delta: 'x' }, 0), [{ type: 'broken' }]);
});

t.test(
  'requests the next response once the previous one has ended, or was cancelled long enough ago',
  async (t) => {
    const responses = requestedResponse();
    responses.ask({ response: 'r2', notes: [], uses: [] });
    t.same(responses.take(10), []);
    t.equal(responses.wakeAt(), null, 'time alone changes nothing');
    responses.cancel('r1', 20);
    t.match(responses.take(20), [{ type: 'response.cancel' }]);
    t.equal(responses.wakeAt(), 520);
    t.same(responses.take(519), []);
    t.match(responses.take(520), [{ type: 'response.create', event_id: 'r2' }]);
    responses.ask({ response: 'r3', notes: [], uses: [] });
    t.same(responses.take(530), []);
    t.equal(responses.wakeAt(), null, 'the end of the cancelled response is no longer awaited');
  },
);

t.test('cancels a response that was not requested, and emits nothing of it', async (t) => {
  const responses = new Responses(() => [], 500);
  t.same(responses.read({ type: 'response.created', response: { id: 'resp_9' } }, 0), []);
  t.match(responses.take(0), [{ type: 'response.cancel', response_id: 'resp_9' }]);
  const audio = { type: 'response.output_audio.delta', response_id: 'resp_9', item_id: 'i', delta: 'ISEh' };
  t.same(responses.read(audio, 0), []);
});

/** A stream that is connected and ready. */
const linked = () => {
  const settings = {
    model: 'm',
    voice: 'marin',
    key: 'k',
    address: 'https://api.example.org/v1',
    language: 'en',
  };
  const stream = new OpenaiStream(settings, REALTIME_LIMITS);
  const feed = (input: StreamInput, now: number, queued = 0) => stream.feed(input, now, queued);
  t.match(feed({ type: 'prepare', task: { instructions: '', tools: [] } }, 0), [
    { type: 'connect', url: 'wss://api.example.org/v1/realtime?model=m' },
  ]);
  feed({ type: 'opened' }, 10);
  feed({ type: 'message', text: '{"type":"session.updated"}' }, 20);
  return { stream, feed };
};
const frames = (ms: number): StreamInput => ({ type: 'audio', mulaw: new Uint8Array(ms * 8).fill(0xff) });

t.test(
  'sends no audio while the socket is congested, and gives the connection up after three seconds',
  async (t) => {
    const { feed } = linked();
    const full = REALTIME_LIMITS.maxQueuedBytes + 1;
    t.same(feed(frames(100), 100, full), []);
    t.match(feed({ type: 'tick' }, 200, 0), [{ type: 'send', data: /input_audio_buffer.append/ }]);
    t.same(feed(frames(100), 300, full), []);
    t.same(
      feed({ type: 'ponged' }, 3_000, full).filter(({ type }) => type === 'disconnect'),
      [],
    );
    t.match(feed({ type: 'tick' }, 3_300, full), [
      { type: 'disconnect' },
      { type: 'event', event: { type: 'lost' } },
    ]);
    t.match(feed({ type: 'tick' }, 3_300), [{ type: 'connect' }]);
  },
);

t.test('keeps at most 20 s of audio without words, and one second of silence', async (t) => {
  const settings = {
    model: 'm',
    voice: 'marin',
    key: 'k',
    address: 'https://api.example.org/v1',
    language: 'en',
  };
  const waiting = new OpenaiStream(settings, REALTIME_LIMITS);
  for (let second = 0; second < 30; second += 1) waiting.feed(frames(1_000), second * 1_000, 0);
  t.equal(waiting.unheard().length, 20 * SECOND);
  const { stream, feed } = linked();
  for (let at = 0; at < 10_000; at += 20) feed(frames(20), 20 + at, 0);
  feed({ type: 'message', text: '{"type":"rate_limits.updated"}' }, 10_020);
  t.ok(stream.unheard().length <= 1.1 * SECOND, `${stream.unheard().length}`);
});

t.test('fails at the sixth loss within a minute', async (t) => {
  const { feed } = linked();
  let outputs: readonly { readonly type: string }[] = [];
  for (let loss = 1; loss <= 6; loss += 1) {
    const now = loss * 5_000;
    outputs = feed({ type: 'closed', code: 1011 }, now);
    feed({ type: 'tick' }, now + 250);
    feed({ type: 'opened' }, now + 260);
    feed({ type: 'message', text: '{"type":"session.updated"}' }, now + 270);
    t.equal(
      outputs.some(({ type }) => type === 'finished'),
      loss === 6,
      `${loss}`,
    );
  }
  t.match(outputs, [
    { type: 'disconnect' },
    { type: 'event', event: { type: 'failed' } },
    { type: 'finished' },
  ]);
});
