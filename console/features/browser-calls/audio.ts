/** The audio of a leg: its WebRTC transports, its playback, and its microphone. */
import type { types } from 'mediasoup-client';
import type { Line } from './line.js';
import { createMeter, type Meter } from './meter.js';
import { ownProblem } from './problem.js';
import type { LegVoice } from './signalling.js';

/** Interval at which the playout delay is reported to the service, ms. */
const REPORT_MS = 1_000;
/** A transport that has not connected after this time never will, ms. */
const CONNECT_MS = 10_000;

/** Current loudness, between 0 and 1. */
export interface LegLevels {
  readonly me: number;
  readonly agent: number;
  readonly customer: number;
}

export interface LegAudio {
  /** Sends the microphone's audio from now on; call it once. @throws LegProblem when the service refuses */
  speak(microphone: MediaStreamTrack): Promise<void>;
  levels(): LegLevels;
  /** Does not stop the microphone's track, which belongs to the caller. */
  close(): void;
}

interface Playback {
  readonly voice: LegVoice;
  readonly consumer: types.Consumer;
  readonly element: HTMLAudioElement;
  readonly meter: Meter;
}

/**
 * Joins over a line that has received its welcome. Resolves when the service's audio can be heard. `onLost` is called
 * once when the audio breaks off.
 * @throws LegProblem
 */
export const joinAudio = async (line: Line, onLost: () => void): Promise<LegAudio> => {
  const { Device } = await import('mediasoup-client');
  const device = await Device.factory().catch(() => {
    throw ownProblem('browser_unsupported');
  });
  const { welcome } = line;
  await device.load({ routerRtpCapabilities: welcome.rtpCapabilities });
  const transports: types.Transport[] = [];
  let isLost = false;
  const watch = (transport: types.Transport, direction: 'send' | 'receive'): void => {
    transports.push(transport);
    transport.on('connect', ({ dtlsParameters }, callback, errback) => {
      line.request({ type: 'connect', transport: direction, dtlsParameters }).then(callback, errback);
    });
    transport.on('connectionstatechange', (state) => {
      if (state !== 'failed' || isLost) return;
      isLost = true;
      onLost();
    });
  };
  const receiving = device.createRecvTransport(welcome.receive);
  watch(receiving, 'receive');
  const playbacks: Playback[] = [];
  let microphoneMeter: Meter | null = null;
  let reporting: ReturnType<typeof setInterval> | undefined;
  const close = (): void => {
    clearInterval(reporting);
    isLost = true;
    for (const { element, meter } of playbacks) {
      element.pause();
      element.srcObject = null;
      element.remove();
      meter.close();
    }
    microphoneMeter?.close();
    for (const transport of transports) transport.close();
  };

  try {
    const { consumers = [] } = await line.request({
      type: 'consume',
      rtpCapabilities: device.recvRtpCapabilities,
    });
    for (const { voice, ...facts } of consumers) {
      const consumer = await receiving.consume({ ...facts, kind: 'audio' });
      playbacks.push({ voice, consumer, ...(await play(consumer.track)) });
    }
    await waitUntilConnected(receiving);
  } catch (error) {
    close();
    throw error;
  }
  line.send({ type: 'resume' });
  const report = playoutReporter(playbacks, line);
  reporting = setInterval(() => void report(), REPORT_MS);

  const levelOf = (voice: LegVoice): number =>
    playbacks.find((playback) => playback.voice === voice)?.meter.level() ?? 0;
  return {
    speak: async (track) => {
      if (welcome.send === null) throw ownProblem('refused');
      const sending = device.createSendTransport(welcome.send);
      watch(sending, 'send');
      sending.on('produce', ({ rtpParameters }, callback, errback) => {
        line
          .request({ type: 'produce', rtpParameters })
          .then(({ producerId = '' }) => callback({ id: producerId }), errback);
      });
      microphoneMeter = createMeter(track);
      await sending.produce({
        track,
        stopTracks: false,
        codecOptions: { opusFec: true, opusDtx: false, opusPtime: 20, opusStereo: false },
      });
      await waitUntilConnected(sending);
    },
    levels: () => ({
      me: microphoneMeter?.level() ?? 0,
      agent: levelOf('agent'),
      customer: levelOf('customer'),
    }),
    close,
  };
};

/** @throws LegProblem connection_failed */
const waitUntilConnected = (transport: types.Transport): Promise<void> =>
  new Promise((resolve, reject) => {
    if (transport.connectionState === 'connected') return resolve();
    const timeout = setTimeout(() => reject(ownProblem('connection_failed')), CONNECT_MS);
    transport.on('connectionstatechange', (state) => {
      if (state === 'new' || state === 'connecting') return;
      clearTimeout(timeout);
      if (state === 'connected') resolve();
      else reject(ownProblem('connection_failed'));
    });
  });

/** @throws LegProblem playback_blocked */
const play = async (track: MediaStreamTrack): Promise<Pick<Playback, 'element' | 'meter'>> => {
  const element = document.createElement('audio');
  element.srcObject = new MediaStream([track]);
  element.hidden = true;
  document.body.append(element);
  await element.play().catch(() => {
    element.remove();
    throw ownProblem('playback_blocked');
  });
  return { element, meter: createMeter(track) };
};

/** Reports how long the agent's audio waited in the jitter buffer since the last report. */
const playoutReporter = (playbacks: readonly Playback[], line: Line): (() => Promise<void>) => {
  let before = { delay: 0, emitted: 0 };
  return async () => {
    const agent = playbacks.find(({ voice }) => voice === 'agent');
    if (agent === undefined || agent.consumer.closed) return;
    for (const stat of (await agent.consumer.getStats()).values()) {
      if (stat.type !== 'inbound-rtp') continue;
      const { jitterBufferDelay: delay = 0, jitterBufferEmittedCount: emitted = 0 } = stat;
      const samples = emitted - before.emitted;
      if (samples > 0)
        line.send({ type: 'playout', delayMs: Math.round(((delay - before.delay) / samples) * 1_000) });
      before = { delay, emitted };
    }
  };
};
