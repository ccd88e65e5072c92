/** mediasoup's real worker: what it relays, which senders it accepts, and what happens to legs when it dies. */
import { createSocket } from 'node:dgram';
import { pino } from 'pino';
import t from 'tap';
import type { RelayRequest } from '../../../providers/legs/leg-relay.js';
import { openLoopbackSocket } from '../../../providers/legs/loopback-socket.js';
import { loadMediasoup, type PlainTransport, type Router } from '../../../providers/legs/mediasoup.js';
import { createMediasoupRelay } from '../../../providers/legs/mediasoup-relay.js';
import { openRelayedLeg } from '../../../providers/legs/relayed-leg.js';
import { type RtpPacket, readRtp, writeRtp } from '../../../providers/legs/rtp.js';
import { findWorker } from '../../../providers/legs/worker-program.js';
import { testCacheDir } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';

const places = { named: null, cacheDir: testCacheDir() };
const missing = ((): string | false => {
  try {
    findWorker(places);
    return false;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
})();

const PCMU = { kind: 'audio', mimeType: 'audio/PCMU', clockRate: 8_000, preferredPayloadType: 0 } as const;
const request = (changed: Partial<RelayRequest> = {}): RelayRequest => ({
  codec: 'pcmu',
  voices: ['agent'],
  speaks: false,
  onAudio: () => undefined,
  onLost: () => undefined,
  ...changed,
});

t.test('ignores packets from a stranger on the same machine', { skip: missing }, async (t) => {
  const worker = await loadMediasoup(findWorker(places)).createWorker({ logLevel: 'none' });
  t.teardown(() => worker.close());
  const webRtcServer = await worker.createWebRtcServer({
    listenInfos: [{ protocol: 'udp', ip: '127.0.0.1' }],
  });
  const router = await worker.createRouter({ mediaCodecs: [PCMU] });
  const transports: PlainTransport[] = [];
  const watched: Router = {
    rtpCapabilities: router.rtpCapabilities,
    close: () => router.close(),
    createWebRtcTransport: (options) => router.createWebRtcTransport(options),
    createPlainTransport: async (options) => {
      const transport = await router.createPlainTransport(options);
      transports.push(transport);
      return transport;
    },
  };
  const leg = await openRelayedLeg(watched, webRtcServer, request(), () => undefined);
  t.teardown(() => leg.close());
  t.equal(leg.send, null, 'a leg that only listens has no transport to send with');
  await t.rejects(leg.produce({ codecs: [], encodings: [] }), { code: 'leg_purpose_wrong' });
  const [facts] = await leg.consume(router.rtpCapabilities);
  t.match(facts, { voice: 'agent' });
  await t.rejects(leg.consume(router.rtpCapabilities), { code: 'leg_message_invalid' }, 'only once');

  // Receives the voice as the browser would.
  const heard: RtpPacket[] = [];
  const ear = await openLoopbackSocket((packet) => {
    const read = readRtp(packet);
    if (read !== null) heard.push(read);
  });
  t.teardown(() => ear.close());
  const out = await router.createPlainTransport({
    listenInfo: { protocol: 'udp', ip: '127.0.0.1' },
    rtcpMux: true,
    comedia: false,
  });
  await out.connect({ ip: '127.0.0.1', port: ear.port });
  await ear.connect(out.tuple.localPort);
  await out.consume({ producerId: facts?.producerId ?? '', rtpCapabilities: router.rtpCapabilities });

  const frame = (value: number): Uint8Array => new Uint8Array(160).fill(value);
  leg.say('agent', frame(1));
  leg.say('agent', null);
  leg.say('agent', frame(2));
  leg.say('customer', frame(9));
  await until('three frames', () => (heard.length >= 3 ? heard : null), 5_000);
  t.same(
    heard.map(({ payload }) => payload[0]),
    [1, 0xff, 2],
  );
  const [first, second, third] = heard;
  t.equal(((second?.timestamp ?? 0) - (first?.timestamp ?? 0)) % 2 ** 32, 160);
  t.equal(((third?.sequence ?? 0) - (second?.sequence ?? 0) + 2 ** 16) % 2 ** 16, 1);

  const stranger = createSocket('udp4');
  t.teardown(() => stranger.close());
  const port = transports[0]?.tuple.localPort ?? 0;
  for (let count = 1; count <= 20; count += 1) {
    const packet = writeRtp({
      payloadType: 0,
      marker: false,
      sequence: ((third?.sequence ?? 0) + count) % 2 ** 16,
      timestamp: ((third?.timestamp ?? 0) + count * 160) % 2 ** 32,
      ssrc: third?.ssrc ?? 0,
      payload: frame(7),
    });
    await new Promise((resolve) => stranger.send(packet, port, '127.0.0.1', resolve));
  }
  leg.say('agent', frame(3));
  await until('the frame after them', () => (heard.at(-1)?.payload[0] === 3 ? true : null), 5_000);
  t.equal(heard.length, 4, 'no packet of the stranger arrived');
});

t.test('a worker that dies loses its legs, and a new one replaces it', { skip: missing }, async (t) => {
  let clock = 0;
  const pids: number[] = [];
  const counts: string[] = [];
  const relay = createMediasoupRelay({
    ...places,
    ip: '127.0.0.1',
    announcedAddress: null,
    port: 0,
    now: () => clock,
    logger: pino(
      { level: 'info', base: null },
      {
        write: (line: string) => {
          const { event, pid }: { event: string; pid: number } = JSON.parse(line);
          if (event === 'legs.worker_started') pids.push(pid);
        },
      },
    ),
    count: (what) => void counts.push(what),
  });
  t.teardown(() => relay.close());
  t.equal(await relay.usage(), null, 'no leg has been opened yet');
  const lost: string[] = [];
  const leg = await relay.open(
    request({ codec: 'opus', speaks: true, onLost: (why) => void lost.push(why) }),
  );
  t.not(leg.send, null);
  t.equal(relay.legs(), 1);
  t.ok(((await relay.usage())?.bytes ?? 0) > 1_000_000);
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await until('the leg to be lost', () => (lost.length > 0 ? lost : null), 5_000);
  t.same(lost, ['worker_died']);
  t.equal(relay.legs(), 0);
  leg.say('agent', null);
  leg.close();
  await t.rejects(relay.open(request()), { code: 'legs_busy' }, 'no new worker starts at once');
  clock += 501;
  const next = await relay.open(request());
  t.equal(relay.legs(), 1);
  t.same(counts, ['started', 'died', 'started']);
  next.close();
  t.equal(relay.legs(), 0);
  await relay.close();
  await t.rejects(relay.open(request()), { code: 'legs_busy' }, 'the relay is closed');
});

t.test('refuses legs without a worker', async (t) => {
  t.throws(
    () => findWorker({ named: '/nowhere/worker', cacheDir: '/nowhere' }),
    /PARLEY_MEDIASOUP_WORKER names/,
  );
  const relay = createMediasoupRelay({
    named: '/nowhere/worker',
    cacheDir: '/nowhere',
    ip: '127.0.0.1',
    announcedAddress: null,
    port: 0,
    now: () => 0,
    logger: pino({ level: 'silent' }),
    count: () => undefined,
  });
  await t.rejects(relay.open(request()), { code: 'browser_legs_unavailable' });
});
