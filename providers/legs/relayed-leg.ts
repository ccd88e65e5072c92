/**
 * One browser's audio in mediasoup. It has its own router, so none of it can reach another leg.
 *
 * It guarantees:
 * R1. Only our socket's packets count as the call's voices, and only the browser's own packets as its voice: each loopback
 *     port is connected to exactly one other before the first packet (`comedia: false`).
 * R2. A leg that may not speak has no transport that could carry its voice.
 * R3. A leg that is not connected within {@link CONNECT_MS} is lost.
 * R4. Closing closes everything. `onLost` is called at most once, and not after closing.
 */
import { randomInt } from 'node:crypto';
import type { LegVoice, RtpCapabilities, RtpParameters } from '../../schemas/calls/leg-signalling.js';
import { DomainError } from '../../schemas/errors.js';
import { createLegCodec, type LegCodec } from './codecs.js';
import type { ConsumerFacts, RelayedLeg, RelayRequest } from './leg-relay.js';
import { type LoopbackSocket, openLoopbackSocket } from './loopback-socket.js';
import type { Consumer, PlainTransport, Router, WebRtcServer, WebRtcTransport } from './mediasoup.js';
import { createTimestamps, readRtp, writeRtp } from './rtp.js';

const CONNECT_MS = 10_000;
/** bit/s; a voice has 24 to 64 kbit/s plus headers, and there is no video here. */
const MAX_BITRATE = 128_000;
const LOOPBACK = { protocol: 'udp', ip: '127.0.0.1' } as const;
const PLAIN = { listenInfo: LOOPBACK, rtcpMux: true, comedia: false } as const;
const FRAME_MS = 20;
/** µ-law silence, 20 ms. */
const SILENCE = new Uint8Array(160).fill(0xff);

interface Spoken {
  readonly voice: LegVoice;
  readonly producerId: string;
  readonly ssrc: number;
  sequence: number;
  timestamp: number;
  isFirst: boolean;
}

/** @throws Error when mediasoup refuses */
export const openRelayedLeg = async (
  router: Router,
  webRtcServer: WebRtcServer,
  request: RelayRequest,
  onClosed: () => void,
): Promise<RelayedLeg & { lose(why: Parameters<RelayRequest['onLost']>[0]): void }> => {
  const leg = new MediasoupLeg(router, request, onClosed);
  try {
    await leg.begin(webRtcServer);
    return leg;
  } catch (error) {
    leg.close();
    throw error;
  }
};

class MediasoupLeg implements RelayedLeg {
  readonly #router: Router;
  readonly #request: RelayRequest;
  readonly #onClosed: () => void;
  readonly #sockets: LoopbackSocket[] = [];
  readonly #spoken: Spoken[] = [];
  readonly #consumers: Consumer[] = [];
  readonly #codec: LegCodec;
  #into: LoopbackSocket | null = null;
  #receive: WebRtcTransport | null = null;
  #send: WebRtcTransport | null = null;
  #hasProduced = false;
  #isClosed = false;
  #connectTimer: NodeJS.Timeout | undefined;

  constructor(router: Router, request: RelayRequest, onClosed: () => void) {
    this.#router = router;
    this.#request = request;
    this.#onClosed = onClosed;
    this.#codec = createLegCodec(request.codec);
  }

  async begin(webRtcServer: WebRtcServer): Promise<void> {
    const { speaks, voices } = this.#request;
    const options = {
      webRtcServer,
      enableUdp: true,
      enableTcp: true,
      preferUdp: true,
      enableSctp: false,
    } as const;
    this.#receive = await this.#router.createWebRtcTransport(options);
    this.#watch(this.#receive);
    await this.#receive.setMaxIncomingBitrate(MAX_BITRATE);
    if (speaks) {
      this.#send = await this.#router.createWebRtcTransport(options);
      this.#watch(this.#send);
      await this.#send.setMaxIncomingBitrate(MAX_BITRATE);
    }
    const { socket, transport } = await this.#plain(() => undefined);
    this.#into = socket;
    for (const voice of voices) this.#spoken.push(await this.#speak(transport, voice));
    // R3
    this.#connectTimer = setTimeout(() => {
      if (this.#receive?.dtlsState !== 'connected') this.lose('not_connected');
    }, CONNECT_MS);
  }

  get rtpCapabilities(): object {
    return this.#router.rtpCapabilities;
  }

  get receive(): RelayedLeg['receive'] {
    return factsOf(this.#opened(this.#receive));
  }

  get send(): RelayedLeg['send'] {
    return this.#send === null ? null : factsOf(this.#send);
  }

  async connect(...[which, dtlsParameters]: Parameters<RelayedLeg['connect']>): Promise<void> {
    const transport = which === 'receive' ? this.#receive : this.#send;
    if (transport === null) throw new DomainError('leg_purpose_wrong');
    await refuseInvalid(() => transport.connect({ dtlsParameters }));
  }

  async produce(rtpParameters: RtpParameters): Promise<string> {
    const sending = this.#send;
    if (sending === null) throw new DomainError('leg_purpose_wrong'); // R2
    if (this.#hasProduced) throw new DomainError('leg_message_invalid', 'This leg already sends audio.');
    this.#hasProduced = true;
    const producer = await refuseInvalid(() => sending.produce({ kind: 'audio', rtpParameters }));
    const { clockRate, payloadType } = this.#codec;
    const timestamps = createTimestamps(clockRate);
    const { transport } = await this.#plain((packet) => {
      const read = readRtp(packet);
      if (read === null || read.payloadType !== payloadType || read.payload.length === 0) return;
      const timestampMs = timestamps.msOf(read.timestamp);
      const decoded = this.#decoded(read.payload);
      if (decoded !== null) this.#request.onAudio(timestampMs, decoded);
    });
    const { rtpCapabilities } = this.#router;
    await transport.consume({ producerId: producer.id, rtpCapabilities });
    return producer.id;
  }

  async consume(rtpCapabilities: RtpCapabilities): Promise<readonly ConsumerFacts[]> {
    const receiving = this.#opened(this.#receive);
    if (this.#consumers.length > 0)
      throw new DomainError('leg_message_invalid', 'This leg already receives audio.');
    const facts: ConsumerFacts[] = [];
    for (const { voice, producerId } of this.#spoken) {
      const consumer = await refuseInvalid(() =>
        receiving.consume({ producerId, rtpCapabilities, paused: true }),
      );
      this.#consumers.push(consumer);
      facts.push({ id: consumer.id, producerId, voice, rtpParameters: consumer.rtpParameters });
    }
    return facts;
  }

  async resume(): Promise<void> {
    for (const consumer of this.#consumers) await consumer.resume();
  }

  say(voice: LegVoice, frame: Uint8Array | null): void {
    const spoken = this.#spoken.find((source) => source.voice === voice);
    if (spoken === undefined || this.#into === null || this.#isClosed) return;
    const { ssrc } = spoken;
    const codec = this.#codec;
    this.#into.send(
      writeRtp({
        payloadType: codec.payloadType,
        marker: spoken.isFirst,
        sequence: spoken.sequence,
        timestamp: spoken.timestamp,
        ssrc,
        payload: codec.encode(frame ?? SILENCE),
      }),
    );
    spoken.isFirst = false;
    spoken.sequence = (spoken.sequence + 1) % 2 ** 16;
    spoken.timestamp = (spoken.timestamp + (codec.clockRate * FRAME_MS) / 1_000) % 2 ** 32;
  }

  async roundTripMs(): Promise<number | null> {
    const [consumer] = this.#consumers;
    if (consumer === undefined || this.#isClosed) return null;
    const stats = await consumer.getStats().catch(() => []);
    const found = stats.find(({ type }) => type === 'outbound-rtp')?.roundTripTime;
    return found === undefined || found === 0 ? null : found;
  }

  /** R4 */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#connectTimer);
    for (const socket of this.#sockets) socket.close();
    this.#router.close();
    this.#codec.free();
    this.#onClosed();
  }

  lose(why: Parameters<RelayRequest['onLost']>[0]): void {
    if (this.#isClosed) return;
    this.close();
    this.#request.onLost(why);
  }

  #opened<T>(part: T | null): T {
    if (part === null || this.#isClosed) throw new Error('the leg is not open');
    return part;
  }

  #watch(transport: WebRtcTransport): void {
    transport.on('icestatechange', (state) => {
      if (state === 'disconnected') this.lose('disconnected');
    });
    transport.on('dtlsstatechange', (state) => {
      if (state === 'failed' || state === 'closed') this.lose('disconnected');
    });
  }

  /** R1 */
  async #plain(
    onPacket: (packet: Uint8Array) => void,
  ): Promise<{ readonly socket: LoopbackSocket; readonly transport: PlainTransport }> {
    const socket = await openLoopbackSocket(onPacket);
    this.#sockets.push(socket);
    const transport = await this.#router.createPlainTransport(PLAIN);
    await transport.connect({ ip: '127.0.0.1', port: socket.port });
    await socket.connect(transport.tuple.localPort);
    // The leg may have been closed meanwhile.
    if (this.#isClosed) socket.close();
    return { socket, transport };
  }

  async #speak(transport: PlainTransport, voice: LegVoice): Promise<Spoken> {
    const { mimeType, clockRate, channels, payloadType } = this.#codec;
    const ssrc = randomInt(2 ** 32);
    const { id } = await transport.produce({
      kind: 'audio',
      rtpParameters: {
        codecs: [{ mimeType, clockRate, payloadType, ...(channels === undefined ? {} : { channels }) }],
        encodings: [{ ssrc }],
      },
    });
    return { voice, producerId: id, ssrc, sequence: randomInt(2 ** 16), timestamp: 0, isFirst: true };
  }

  /** Null for an invalid payload, which counts as lost. */
  #decoded(payload: Uint8Array): Uint8Array | null {
    try {
      return this.#codec.decode(payload);
    } catch {
      return null;
    }
  }
}

const factsOf = ({ id, iceParameters, iceCandidates, dtlsParameters }: WebRtcTransport) => ({
  id,
  iceParameters,
  iceCandidates,
  dtlsParameters,
});

/** Reports refusals by mediasoup as errors of the browser's message, whose content they concern. */
const refuseInvalid = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new DomainError(
      'leg_message_invalid',
      'The audio parameters of the browser cannot be used.',
      [],
      null,
      error,
    );
  }
};
