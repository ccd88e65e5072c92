/** A page of Chromium that only joins calls with mediasoup's client. The strings are the code that runs in it. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import type { Lifetime } from '../../testkit/lifetime.js';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const EXECUTABLE = '/usr/bin/chromium';

/** `ask` sends a request of docs/how-to/browser-calls.md and resolves with its answer. */
const SCRIPT = `
import { Device } from 'mediasoup-client';

const connected = async (welcome, ask) => {
  const device = await Device.factory();
  await device.load({ routerRtpCapabilities: welcome.rtpCapabilities });
  const watched = (transport, direction) => {
    transport.on('connect', ({ dtlsParameters }, done, failed) => {
      ask({ type: 'connect', transport: direction, dtlsParameters }).then(done, failed);
    });
    return transport;
  };
  const receiving = watched(device.createRecvTransport(welcome.receive), 'receive');
  const { consumers } = await ask({ type: 'consume', rtpCapabilities: device.recvRtpCapabilities });
  const voices = [];
  for (const { voice, ...facts } of consumers) voices.push(await receiving.consume({ ...facts, kind: 'audio' }));
  return { device, watched, receiving, voices };
};

const statsOf = async (voice) => {
  for (const stats of (await voice.getStats()).values()) if (stats.type === 'inbound-rtp') return stats;
  return null;
};

const listening = [];

/** Resolves when the leg is joined. Without an element that plays it, packets arrive but are not decoded. */
export const listen = (path, token) => new Promise((resolve, reject) => {
  const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
  const waiting = new Map();
  const say = (message) => socket.send(JSON.stringify(message));
  const ask = (question) => new Promise((done, failed) => {
    const id = waiting.size + 1;
    waiting.set(id, { done, failed });
    say({ ...question, id });
  });
  socket.onopen = () => say({ type: 'authenticate', token });
  socket.onclose = () => reject(new Error('the socket was closed'));
  socket.onmessage = async ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'done') waiting.get(message.id).done(message.answer);
    if (message.type === 'refused') waiting.get(message.id).failed(new Error(message.error.message));
    if (message.type === 'ended') reject(new Error(message.reason));
    if (message.type !== 'welcome') return;
    connected(message, ask).then((leg) => {
      listening.push({ ...leg, socket });
      say({ type: 'resume' });
      resolve();
    }, reject);
  };
});

/** Ends all legs, and returns the number of packets that each received. */
export const leave = async () => {
  const counts = [];
  for (const { voices, receiving, socket } of listening.splice(0)) {
    const stats = await Promise.all(voices.map(statsOf));
    counts.push(stats.reduce((sum, entry) => sum + (entry?.packetsReceived ?? 0), 0));
    receiving.close();
    socket.close();
  }
  return counts;
};

const WORKLETS = \`
const FRAME = sampleRate / 50;
const LOUD = 0.05;
registerProcessor('mouth', class extends AudioWorkletProcessor {
  at = 0; power = 0;
  process(inputs, [[out]]) {
    for (let i = 0; i < out.length; i += 1, this.at += 1) {
      // 7 ms more than whole frames, so that sounds start anywhere in a frame.
      const since = this.at % Math.round(sampleRate * 0.487);
      out[i] = since < sampleRate * 0.06 ? 0.5 * Math.sin((since * 2 * Math.PI * 1000) / sampleRate) : 0;
      this.power += out[i] ** 2;
      if (this.at % FRAME !== FRAME - 1) continue;
      this.port.postMessage(Math.sqrt(this.power / FRAME) > LOUD);
      this.power = 0;
    }
    return true;
  }
});
registerProcessor('ear', class extends AudioWorkletProcessor {
  quietFor = 0;
  process([[samples]]) {
    if (samples === undefined) return true;
    const loud = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length) > LOUD;
    if (loud && this.quietFor > sampleRate / 10) this.port.postMessage(null);
    this.quietFor = loud ? 0 : this.quietFor + samples.length;
    return true;
  }
});\`;

let talking = null;

/** Sends each frame of the mouth by WebRTC, and whether it is loud by \`socket\`, which is the carrier's path. */
export const talk = async (welcome) => {
  const ask = async (question) => JSON.parse(await askRelay(JSON.stringify({ ...question, id: 1 })));
  const leg = await connected(welcome, ask);
  const context = new AudioContext({ sampleRate: 48000 });
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([WORKLETS], { type: 'text/javascript' })));
  const signalled = [];
  const heard = [];
  const socket = new WebSocket(location.href.replace(/^http/, 'ws'));
  await new Promise((resolve) => { socket.onopen = resolve; });
  let wasLoud = false;
  socket.onmessage = ({ data }) => {
    if (data === '1' && !wasLoud) signalled.push(performance.now());
    wasLoud = data === '1';
  };
  const [voice] = leg.voices;
  const element = document.createElement('audio');
  element.srcObject = new MediaStream([voice.track]);
  await element.play();
  const ear = new AudioWorkletNode(context, 'ear');
  ear.port.onmessage = () => heard.push(performance.now());
  context.createMediaStreamSource(element.srcObject).connect(ear).connect(context.destination);
  const mouth = new AudioWorkletNode(context, 'mouth', { outputChannelCount: [1] });
  mouth.port.onmessage = ({ data }) => socket.send(data ? '1' : '0');
  const microphone = context.createMediaStreamDestination();
  mouth.connect(microphone);
  const sending = leg.watched(leg.device.createSendTransport(welcome.send), 'send');
  sending.on('produce', ({ rtpParameters }, done, failed) => {
    ask({ type: 'produce', rtpParameters }).then(({ producerId }) => done({ id: producerId }), failed);
  });
  // The same as in console/features/browser-calls/audio.ts.
  const codecOptions = { opusFec: true, opusDtx: false, opusPtime: 20, opusStereo: false };
  await sending.produce({ track: microphone.stream.getAudioTracks()[0], codecOptions });
  talking = { signalled, heard, voice, element, mouth, ear };
};

/** The sounds that arrived on both paths since the last call, ms, and the jitter buffer's totals, s and samples. */
export const heardSince = async () => {
  const { signalled, heard, voice } = talking;
  const { jitterBufferDelay, jitterBufferEmittedCount } = await statsOf(voice);
  return { signalled: signalled.splice(0), heard: heard.splice(0), jitterBufferDelay, jitterBufferEmittedCount };
};
`;

/** Opens a page that has the functions above as `bench`; the browser ends with `lifetime`. */
export const openBenchPage = async (lifetime: Lifetime, url: string): Promise<Page> => {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: REPOSITORY, loader: 'js' },
    bundle: true,
    format: 'iife',
    globalName: 'bench',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
  lifetime.teardown(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate(`${outputFiles[0]?.text ?? ''}; globalThis.bench = bench;`);
  return page;
};
