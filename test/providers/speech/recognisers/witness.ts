/**
 * A process in which a provider's own SDK speaks to the simulator, as a witness that the simulator speaks the
 * provider's protocol; or in which our own client does so over TLS. It is a separate process, because trusted
 * certificates are read at the start.
 *
 * Reads one line of JSON (`WitnessTask`), writes one line with the final text.
 */
import { createInterface } from 'node:readline';
import { DeepgramClient } from '@deepgram/sdk';
import { SonioxNodeClient } from '@soniox/node';
import { AssemblyAI } from 'assemblyai';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { WebSocket } from 'ws';
import { NETWORK_RECOGNISERS } from '../../../../providers/speech/recognisers/recognisers.js';
import { isRecord } from '../../../../schemas/json.js';

interface WitnessTask {
  readonly who: string;
  /** http: */
  readonly url: string;
  /** https: */
  readonly secureUrl: string;
  readonly key: string;
  readonly audio: Buffer;
}

type Witness = (task: WitnessTask) => Promise<readonly string[]>;

/** 100 ms, which all providers accept. */
const PIECE_BYTES = 800;

const speak = async (audio: Buffer, send: (piece: Buffer) => void): Promise<void> => {
  for (let at = 0; at < audio.length; at += PIECE_BYTES) {
    send(audio.subarray(at, at + PIECE_BYTES));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};

const deepgram = ({ key, url }: WitnessTask): DeepgramClient => {
  const socket = url.replace('http', 'ws');
  const environment = { base: url, production: socket, agent: socket, agentRest: url };
  return new DeepgramClient({ apiKey: key, environment });
};

const nova: Witness = async (task) => {
  const finals: string[] = [];
  const socket = await deepgram(task).listen.v1.connect({
    model: 'nova-3',
    encoding: 'mulaw',
    sample_rate: 8_000,
    interim_results: 'true',
    keyterm: ['Parley', 'two people'],
    reconnectAttempts: 0,
  });
  const closed = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (message) => {
      if (message.type === 'Metadata') resolve();
      if (message.type !== 'Results' || message.is_final !== true) return;
      finals.push(message.channel.alternatives[0]?.transcript ?? '');
    });
  });
  socket.connect();
  await socket.waitForOpen();
  socket.sendKeepAlive({ type: 'KeepAlive' });
  await speak(task.audio, (piece) => socket.sendMedia(Uint8Array.from(piece)));
  socket.sendFinalize({ type: 'Finalize' });
  socket.sendCloseStream({ type: 'CloseStream' });
  await closed;
  socket.close();
  return finals;
};

const flux: Witness = async (task) => {
  const finals: string[] = [];
  const socket = await deepgram(task).listen.v2.connect({
    model: 'flux-general-en',
    encoding: 'mulaw',
    sample_rate: 8_000,
    keyterm: ['Parley'],
    reconnectAttempts: 0,
  });
  const closed = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('message', (message) => {
      if (message.type === 'TurnInfo' && message.event === 'EndOfTurn') finals.push(message.transcript);
    });
  });
  socket.connect();
  await socket.waitForOpen();
  await speak(task.audio, (piece) => socket.sendMedia(Uint8Array.from(piece)));
  socket.sendForceEndTurn({ type: 'ForceEndTurn' });
  socket.sendCloseStream({ type: 'CloseStream' });
  await closed;
  return finals;
};

const assemblyAi: Witness = async ({ key, secureUrl, audio }) => {
  const finals: string[] = [];
  const transcriber = new AssemblyAI({ apiKey: key }).streaming.transcriber({
    websocketBaseUrl: `${secureUrl.replace('https', 'wss')}/v3/ws`,
    apiKey: key,
    sampleRate: 8_000,
    encoding: 'pcm_mulaw',
    formatTurns: true,
    speechModel: 'universal-streaming-english',
    keytermsPrompt: ['Parley', 'two people'],
  });
  transcriber.on('turn', (turn) => {
    if (turn.end_of_turn && turn.turn_is_formatted) finals.push(turn.transcript);
  });
  await transcriber.connect();
  await speak(audio, (piece) => transcriber.sendAudio(Uint8Array.from(piece).buffer));
  transcriber.forceEndpoint();
  await transcriber.close();
  return finals;
};

const soniox: Witness = async ({ key, url, audio }) => {
  // The SDK needs the global WebSocket of browsers, which Node 20 does not have.
  Object.assign(globalThis, { WebSocket });
  const client = new SonioxNodeClient({
    api_key: key,
    realtime: { ws_base_url: `${url.replace('http', 'ws')}/transcribe-websocket` },
  });
  const session = client.realtime.stt({
    model: 'stt-rt-v5',
    audio_format: 'mulaw',
    sample_rate: 8_000,
    num_channels: 1,
    enable_endpoint_detection: true,
  });
  const tokens: string[] = [];
  session.on('result', (result) => {
    for (const token of result.tokens)
      if (token.is_final && !token.text.startsWith('<')) tokens.push(token.text);
  });
  await session.connect();
  await speak(audio, (piece) => session.sendAudio(Uint8Array.from(piece)));
  session.finalize();
  await session.finish();
  return [tokens.join('').trim()];
};

const openAi: Witness = async ({ key, secureUrl, audio }) => {
  const finals = new Map<string, string>();
  // The SDK adds a model to each address. The query before it makes this a transcription session.
  const client = new OpenAI({ apiKey: key, baseURL: `${secureUrl}/v1/realtime?intent=transcription&path=` });
  const realtime = new OpenAIRealtimeWS({ model: 'gpt-4o-transcribe' }, client);
  const committed: string[] = [];
  let ended = false;
  const closed = new Promise<void>((resolve, reject) => {
    realtime.on('error', (error) => {
      if (error.error?.code === 'input_audio_buffer_commit_empty') ended = true;
      else reject(error);
      if (finals.size === committed.length) resolve();
    });
    realtime.on('input_audio_buffer.committed', ({ item_id: id }) => committed.push(id));
    realtime.on('conversation.item.input_audio_transcription.completed', ({ item_id: id, transcript }) => {
      finals.set(id, transcript);
      if (ended && finals.size === committed.length) resolve();
    });
  });
  await new Promise<void>((resolve) => {
    realtime.on('session.created', () =>
      realtime.send({
        type: 'session.update',
        session: {
          type: 'transcription',
          audio: {
            input: {
              format: { type: 'audio/pcmu' },
              transcription: { model: 'gpt-4o-transcribe', language: 'en' },
              turn_detection: { type: 'server_vad', silence_duration_ms: 500 },
            },
          },
        },
      }),
    );
    realtime.on('session.updated', () => resolve());
  });
  await speak(audio, (piece) =>
    realtime.send({ type: 'input_audio_buffer.append', audio: piece.toString('base64') }),
  );
  realtime.send({ type: 'input_audio_buffer.commit' });
  await closed;
  realtime.close();
  return committed.map((id) => finals.get(id) ?? '');
};

/** Our client over TLS. */
const parley: Witness = async ({ who, key, secureUrl, audio }) => {
  const kind = NETWORK_RECOGNISERS.find(({ name }) => name === who);
  if (kind === undefined) throw new Error(`no recogniser ${who}`);
  const address = who === 'openai' ? `${secureUrl}/v1` : secureUrl;
  const recogniser = await kind.open({ choice: kind.defaultChoice, key, address });
  const finals: string[] = [];
  const stream = recogniser.open({ language: 'en-US', phrases: [] }, (event) => {
    if (event.type === 'final') finals.push(event.text);
    if (event.type === 'failed') finals.push(event.reason);
  });
  await speak(audio, (piece) => stream.write(piece));
  await stream.finish();
  await recogniser.close();
  return finals;
};

const WITNESSES: Readonly<Record<string, Witness>> = {
  'sdk:nova': nova,
  'sdk:flux': flux,
  'sdk:assemblyai': assemblyAi,
  'sdk:soniox': soniox,
  'sdk:openai': openAi,
};

const taskOf = (line: string): WitnessTask => {
  const value: unknown = JSON.parse(line);
  const text = (name: string): string => (isRecord(value) ? String(value[name]) : '');
  return {
    who: text('who'),
    url: text('url'),
    secureUrl: text('secureUrl'),
    key: text('key'),
    audio: Buffer.from(text('audio'), 'base64'),
  };
};

for await (const line of createInterface({ input: process.stdin })) {
  const task = taskOf(line);
  const texts = await (WITNESSES[task.who] ?? parley)(task);
  process.stdout.write(`${JSON.stringify({ text: texts.filter((text) => text !== '').join(' ') })}\n`);
  process.exit(0);
}
