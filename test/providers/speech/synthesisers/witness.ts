/**
 * A program that speaks through a provider's own client, or through ours, and writes the result as a line of JSON:
 * `node witness.js <who> <address> <key> <text>`. It is a separate process, because trusted certificates
 * (NODE_EXTRA_CA_CERTS) are read at the start.
 */
import { createRequire } from 'node:module';
import { DeepgramClient } from '@deepgram/sdk';
import OpenAI from 'openai';
import { openSubject, SUBJECTS, speakTo } from './subjects.js';

/** What a witness heard. */
export interface Testimony {
  /** Base64. */
  readonly audio: string;
  readonly words: readonly { readonly word: string; readonly startMs: number }[];
}

const [, , who = '', address = '', key = '', text = ''] = process.argv;
const TELEPHONE = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8_000 } as const;

const base64 = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString('base64');

const deepgram = async (): Promise<Testimony> => {
  const environment = { base: address, production: address, agent: address, agentRest: address };
  const client = new DeepgramClient({ apiKey: key, environment });
  const connection = await client.speak.v1.connect({
    model: 'aura-2-thalia-en',
    encoding: 'mulaw',
    sample_rate: '8000',
    Authorization: `Token ${key}`,
    reconnectAttempts: 0,
  });
  const pieces: Promise<Uint8Array>[] = [];
  const flushed = new Promise<void>((resolve, reject) => {
    connection.on('error', reject);
    connection.on('message', (message: unknown) => {
      if (message instanceof Blob) pieces.push(message.arrayBuffer().then((bytes) => new Uint8Array(bytes)));
      else if (message instanceof ArrayBuffer) pieces.push(Promise.resolve(new Uint8Array(message)));
      else if (typeof message === 'object' && message !== null && Reflect.get(message, 'type') === 'Flushed')
        resolve();
    });
  });
  connection.connect();
  await connection.waitForOpen();
  connection.sendText({ type: 'Speak', text });
  connection.sendFlush({ type: 'Flush' });
  await flushed;
  connection.close();
  return { audio: base64(await Promise.all(pieces)), words: [] };
};

/** The ES modules of the SDK do not find `ws`; its CommonJS modules do. */
const cartesiaSdk: typeof import('@cartesia/cartesia-js') = createRequire(import.meta.url)(
  '@cartesia/cartesia-js',
);

const cartesia = async (): Promise<Testimony> => {
  const client = new cartesiaSdk.Cartesia({ apiKey: key, baseURL: address });
  const socket = await client.tts.websocket();
  const pieces: Uint8Array[] = [];
  const words: { word: string; startMs: number }[] = [];
  const spoken = socket.generate({
    model_id: 'sonic-3',
    transcript: text,
    voice: { mode: 'id', id: 'voice-a' },
    output_format: TELEPHONE,
    add_timestamps: true,
  });
  for await (const message of spoken) {
    if (message.type === 'chunk') pieces.push(Buffer.from(message.data, 'base64'));
    if (message.type === 'error') throw new Error(message.message);
    if (message.type !== 'timestamps') continue;
    const { words: texts = [], start = [] } = message.word_timestamps ?? {};
    for (const [at, word] of texts.entries()) words.push({ word, startMs: (start[at] ?? 0) * 1_000 });
  }
  socket.close();
  return { audio: base64(pieces), words };
};

const openai = async (): Promise<Testimony> => {
  const client = new OpenAI({ apiKey: key, baseURL: `${address}/v1`, maxRetries: 0 });
  const answer = await client.audio.speech.create({
    model: 'gpt-4o-mini-tts',
    voice: 'alloy',
    input: text,
    response_format: 'pcm',
  });
  return { audio: base64([new Uint8Array(await answer.arrayBuffer())]), words: [] };
};

/** Our own client of the provider `name`. */
const ours = async (name: string): Promise<Testimony> => {
  const subject = SUBJECTS.find((each) => each.name === name);
  if (subject === undefined) throw new Error(`no subject ${name}`);
  const { synthesiser, voiceId } = await openSubject(subject, { url: address }, key);
  const { mulaw, words, failure } = await speakTo(synthesiser, { text, voiceId });
  await synthesiser.close();
  if (failure !== null) throw failure;
  return { audio: base64([mulaw]), words };
};

const theirs: Readonly<Record<string, () => Promise<Testimony>>> = { deepgram, cartesia, openai };
const testify = theirs[who] ?? (() => ours(who.replace(/^ours-/, '')));
process.stdout.write(`${JSON.stringify(await testify())}\n`);
process.exit(0);
