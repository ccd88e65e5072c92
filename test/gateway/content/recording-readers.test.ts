/** Readers of recordings that read slowly, disconnect, or get less than was announced. */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import t from 'tap';
import { createRecordingLinks } from '../../../gateway/content/recording-links.js';
import { until } from '../../../testkit/until.js';
import { BUSINESS, CALL, QUEUED_CALL, UNKNOWN_ID } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { CHUNK, fileOf } from './numbered-file.js';

/** Counts and hashes the body of the answer on a connection. */
const bodyOf = (socket: Socket): { bytes(): number; hash(): string } => {
  const hash = createHash('sha256');
  let bytes = 0;
  let head: string | null = '';
  socket.on('data', (data) => {
    if (head === null) {
      bytes += data.length;
      hash.update(data);
      return;
    }
    head += data.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const first = Buffer.from(head.slice(end + 4), 'latin1');
    head = null;
    bytes += first.length;
    hash.update(first);
  });
  return { bytes: () => bytes, hash: () => hash.digest('hex') };
};

t.test('an empty file is served', async (t) => {
  const under = await startGateway(t, { recordings: { open: async () => fileOf(0) } });
  const links = createRecordingLinks('secret-of-a-test', () => under.url, Date.now);
  const response = await fetch(links.sign(BUSINESS, CALL).recordingUrl);
  t.equal(response.status, 200);
  t.equal((await response.arrayBuffer()).byteLength, 0);
});

t.test(
  'a large file is sent no faster than its reader reads, is never whole in memory, and arrives whole',
  async (t) => {
    const size = 32 * 1024 * 1024;
    let read = 0;
    const under = await startGateway(t, {
      recordings: {
        open: async () =>
          fileOf(size, (bytes) => {
            read += bytes;
          }),
      },
    });
    const links = createRecordingLinks('secret-of-a-test', () => under.url, Date.now);
    const path = new URL(links.sign(BUSINESS, CALL).recordingUrl).pathname;
    const socket = connect({ port: under.gateway.port, host: '127.0.0.1' });
    t.teardown(() => socket.destroy());
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    let before = -1;
    // The kernel's buffers are full once nothing more is read for a while.
    let still = 0;
    await until('the service waits for the reader', () => {
      still = read === before && read > 0 ? still + 1 : 0;
      before = read;
      return still > 20;
    });
    t.ok(read < size / 2, `${read} of ${size} bytes were read from the file`);
    const body = bodyOf(socket);
    socket.resume();
    await until('the whole file', () => body.bytes() >= size, 30_000);
    t.equal(body.bytes(), size);
    const whole = createHash('sha256');
    for await (const chunk of fileOf(size).read(0, size - 1)) whole.update(chunk);
    t.equal(body.hash(), whole.digest('hex'));
  },
);

t.test(
  'a file that breaks off and a reader that disconnects end their own connection and nothing else',
  async (t) => {
    let closed = 0;
    const under = await startGateway(t, {
      recordings: {
        open: async (_, callId) => ({
          ...fileOf(10_000_000),
          read: async function* () {
            try {
              yield new Uint8Array(1_000);
              if (callId === CALL) throw new Error('disk is gone');
              if (callId === QUEUED_CALL) return;
              for (;;) yield new Uint8Array(CHUNK);
            } finally {
              closed += 1;
            }
          },
        }),
      },
    });
    const links = createRecordingLinks('secret-of-a-test', () => under.url, Date.now);
    for (const callId of [CALL, QUEUED_CALL]) {
      const whole = fetch(links.sign(BUSINESS, callId).recordingUrl).then((response) =>
        response.arrayBuffer(),
      );
      await t.rejects(whole, 'the reader notices the missing bytes');
    }
    t.match(under.logged.join(''), 'disk is gone');
    const abort = new AbortController();
    await fetch(links.sign(BUSINESS, UNKNOWN_ID).recordingUrl, { signal: abort.signal });
    abort.abort();
    await until('the file is closed', () => closed === 3);
    t.equal((await fetch(`${under.url}/healthz`)).status, 200);
  },
);
