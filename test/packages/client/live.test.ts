/** Live events: they are parsed however they are cut, and the stream goes on where it broke. */
import t from 'tap';
import { messagesIn } from '../../../packages/client/src/event-stream.js';
import { Parley } from '../../../packages/client/src/parley.js';
import { type Answer, broken, type FakeService, fakeService, refusal } from './fake-service.js';

const clientOf = ({ fetch }: FakeService): Parley =>
  new Parley({ apiKey: 'k', businessId: 'b', fetch, random: () => 0 });

const eventText = (id: number): string =>
  `event: call.noted\nid: ${id}\ndata: {"type":"call.noted","n":${id}}\n\n`;

/** A stream of these texts, which then ends, or breaks. */
const stream =
  (texts: readonly string[], { breaks = false } = {}): Answer =>
  () => {
    const left = texts.map((text) => new TextEncoder().encode(text));
    return new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const next = left.shift();
          if (next !== undefined) controller.enqueue(next);
          else if (breaks) controller.error(new TypeError('terminated'));
          else controller.close();
        },
      }),
    );
  };

const RETRY = 'retry: 1\n\n';

t.test('parses events wherever the bytes are cut', async (t) => {
  const text =
    '\uFEFFretry: 1000\r\n\r\nevent: a\r\nid: 1\r\ndata: {"a":"早"}\r\n\r\n: nothing new\nid: 2\n\ndata: x\ndata:y\rid\r\rid: no\0\ndata: z\n\ndata: cut';
  const bytes = new TextEncoder().encode(text);
  const expected = [
    { id: null, data: null, retryMs: 1_000 },
    { id: '1', data: '{"a":"早"}', retryMs: null },
    { id: '2', data: null, retryMs: null },
    { id: '', data: 'x\ny', retryMs: null },
    { id: '', data: 'z', retryMs: null },
  ];
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    const found: unknown[] = [];
    for await (const message of messagesIn(pieces(), null)) found.push(message);
    t.strictSame(found, expected, `pieces of ${size}`);
  }
  const endless = async function* () {
    for (;;) yield new TextEncoder().encode('data: '.repeat(100_000));
  };
  const read = async (): Promise<void> => {
    for await (const _message of messagesIn(endless(), null));
  };
  await t.rejects(read(), RangeError, 'an event without an end is not kept');
});

t.test('resumes after the last event that was taken', async (t) => {
  const service = fakeService(
    stream([RETRY + eventText(1), eventText(2)], { breaks: true }),
    broken,
    stream([eventText(3), ': nothing new\nid: 4\n\n']),
    stream([eventText(5)]),
  );
  const live = clientOf(service).live.follow({ topics: 'calls' });
  t.equal(live.lastEventId, null);
  const seen: unknown[] = [];
  for await (const event of live) {
    seen.push(event);
    if (seen.length === 4) break;
  }
  t.match(seen, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 5 }]);
  const ids = service.received.map(({ headers }) => headers.get('last-event-id'));
  t.strictSame(ids, [null, '2', '2', '4']);
  t.equal(service.received[0]?.url.search, '?topics=calls&businessId=b');
  t.equal(service.received[0]?.headers.get('accept'), 'text/event-stream');
  // The program left the loop while it worked on the fifth.
  t.equal(live.lastEventId, '4');
});

t.test('begins after a given event', async (t) => {
  const service = fakeService(stream([eventText(8)]));
  for await (const _event of clientOf(service).live.follow({ lastEventId: '7' })) break;
  t.equal(service.received[0]?.headers.get('last-event-id'), '7');
});

t.test('ends by its signal, without an error', async (t) => {
  const controller = new AbortController();
  let isCancelled = false;
  const service = fakeService(
    (_received, { signal }) =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: (out) => {
            out.enqueue(new TextEncoder().encode(eventText(1)));
            signal?.addEventListener('abort', () => {
              isCancelled = true;
              out.error(signal.reason);
            });
          },
        }),
      ),
  );
  let events = 0;
  for await (const _event of clientOf(service).live.follow({}, { signal: controller.signal })) {
    events += 1;
    setTimeout(() => controller.abort(), 10);
  }
  t.equal(events, 1);
  t.ok(isCancelled, 'the connection is closed');
  t.equal(service.received.length, 1);
});

t.test('ends with the error when no retry can help, or after too many', async (t) => {
  const read = async (service: FakeService, maxReconnects?: number): Promise<number> => {
    let events = 0;
    const options = maxReconnects === undefined ? {} : { maxReconnects };
    for await (const _event of clientOf(service).live.follow({}, options)) events += 1;
    return events;
  };
  const revoked = fakeService(
    stream([RETRY + eventText(1)]),
    refusal({ code: 'api_key_invalid', status: 401 }),
  );
  await t.rejects(read(revoked), { code: 'api_key_invalid' });
  t.equal(revoked.received.length, 2);
  const down = fakeService(broken);
  await t.rejects(read(down, 1), { code: 'live_lost', cause: { code: 'network_failed' } });
  t.equal(down.received.length, 2);
  const damaged = fakeService(stream(['data: {\n\n']));
  await t.rejects(read(damaged, 0), { code: 'live_lost' }, 'damaged JSON is a broken stream');
});
