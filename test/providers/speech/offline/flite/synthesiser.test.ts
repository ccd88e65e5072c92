import { spawn } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { decodeMulaw } from '../../../../../providers/speech/dsp/g711.js';
import { ENGLISH_ONLY } from '../../../../../providers/speech/offline/flite/english.js';
import { createFlite, MAX_CHARACTERS } from '../../../../../providers/speech/offline/flite/synthesiser.js';
import { MAX_WAITING } from '../../../../../providers/speech/offline/flite/threads.js';
import type { SpeechRequest, Synthesiser } from '../../../../../providers/speech/synthesiser.js';

const SENTENCE = 'I would like to book a table for two people.';

const speak = async (
  flite: Synthesiser,
  text: string,
  voiceId = 'flite:slt',
  signal = new AbortController().signal,
): Promise<readonly Int16Array[]> => {
  const chunks: Int16Array[] = [];
  for await (const { mulaw } of flite.synthesise({ text, voiceId, language: 'en' }, signal))
    chunks.push(decodeMulaw(mulaw));
  return chunks;
};

const lengthMs = (chunks: readonly Int16Array[]): number =>
  chunks.reduce((sum, { length }) => sum + length / 8, 0);

const rms = (chunks: readonly Int16Array[]): number => {
  const samples = chunks.flatMap((chunk) => [...chunk]);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
};

const open = (t: { teardown: (close: () => Promise<void>) => void }): Synthesiser => {
  const flite = createFlite();
  t.teardown(() => flite.close());
  return flite;
};

t.test('every voice speaks at telephone rate, in one chunk, and unlike the others', async (t) => {
  const flite = open(t);
  const seen = new Set<string>();
  for (const { id } of flite.voices) {
    const chunks = await speak(flite, SENTENCE, id);
    const ms = lengthMs(chunks);
    t.ok(ms > 1_800 && ms < 4_500, `${id} takes ${ms} ms`);
    t.ok(rms(chunks) > 500, `${id} is loud enough`);
    t.equal(chunks.length, 1);
    seen.add((chunks[0] ?? []).join());
  }
  t.equal(seen.size, flite.voices.length);
});

t.test('the same text gives the same audio', async (t) => {
  const flite = open(t);
  t.same(await speak(flite, SENTENCE), await speak(flite, SENTENCE));
});

t.test('refuses invalid requests, and keeps working', async (t) => {
  const flite = open(t);
  await t.rejects(speak(flite, ' '), { message: /1 to 2000 characters/ });
  await t.rejects(speak(flite, 'a'.repeat(MAX_CHARACTERS + 1)), { message: /1 to 2000 characters/ });
  await t.rejects(speak(flite, 'hello', 'flite:none'), { message: /unknown voice flite:none/ });
  t.ok(lengthMs(await speak(flite, 'hello')) > 200);
});

t.test('speaks any text: options, control characters, emoji, other scripts', async (t) => {
  const flite = open(t);
  const plain = lengthMs(await speak(flite, 'voice hello'));
  t.ok(lengthMs(await speak(flite, '-voice hello')) >= plain * 0.8, 'an option is spoken as text');
  t.ok(lengthMs(await speak(flite, 'voice\0 hello')) >= plain * 0.8, 'a zero byte does not end the text');
  for (const text of ['😀', '...', '你好', '\u0000', '"', '<speak>hi</speak>', '%s%n'])
    t.ok((await speak(flite, text)).length > 0, JSON.stringify(text));
});

t.test('a sentence in another script is an apology, and the next English one is spoken', async (t) => {
  const flite = open(t);
  const apology = await speak(flite, ENGLISH_ONLY);
  for (const text of ['您的预约已经确认，我们明天下午三点在店里见。', 'Ваш заказ отправлен вчера вечером.'])
    t.same(await speak(flite, text), apology, text);
  t.ok(lengthMs(await speak(flite, SENTENCE)) > 1_800);
});

t.test('does not synthesise requests that were aborted', async (t) => {
  const flite = open(t);
  const stops = Array.from({ length: 20 }, () => new AbortController());
  const long = `${SENTENCE} `.repeat(10);
  const alone = performance.now();
  await speak(flite, long);
  const onceMs = performance.now() - alone;
  const settled = Promise.allSettled(stops.map(({ signal }) => speak(flite, long, 'flite:slt', signal)));
  const started = performance.now();
  for (const stop of stops) stop.abort();
  for (const result of await settled) t.match(result, { status: 'rejected', reason: { name: 'AbortError' } });
  await speak(flite, 'yes');
  t.ok(performance.now() - started < 8 * onceMs, 'it waited for one long text at most, not for twenty');
});

t.test('a full queue refuses at once', async (t) => {
  const flite = createFlite();
  const waiting = Array.from({ length: MAX_WAITING + 1 }, () => speak(flite, 'yes'));
  const settled = Promise.allSettled(waiting);
  await t.rejects(speak(flite, 'yes'), { message: /too many/ });
  await flite.close();
  t.ok(
    (await settled).some((result) => result.status === 'rejected'),
    'closing fails the waiting requests',
  );
  await t.rejects(speak(flite, 'yes'), { message: /closed/ });
  await flite.close();
});

t.test('writes nothing to stderr, and an idle thread does not keep the process alive', async (t) => {
  const module = new URL('../../../../../providers/speech/offline/flite/synthesiser.js', import.meta.url)
    .href;
  const program = `const { createFlite } = await import(${JSON.stringify(module)});
    for await (const { mulaw } of createFlite().synthesise(
      { text: 'yes', voiceId: 'flite:slt', language: 'en' }, new AbortController().signal)) console.log(mulaw.length);`;
  const dir = t.testdir({ 'speak.mjs': program });
  const child = spawn(process.execPath, [join(dir, 'speak.mjs')]);
  let [out, err] = ['', ''];
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  t.same([code, err], [0, '']);
  t.match(out, /^[0-9]{4}\n$/);
});

t.test('live requests go before background requests', async (t) => {
  const flite = open(t);
  const order: string[] = [];
  const say = async (text: string, background: boolean): Promise<void> => {
    const request = { text, voiceId: 'flite:kal', language: 'en', background };
    for await (const _chunk of flite.synthesise(request, new AbortController().signal)) order.push(text);
  };
  await Promise.all([
    ...['one', 'two', 'three'].map((text) => say(text, true)),
    ...['hello', 'goodbye'].map((text) => say(text, false)),
  ]);
  t.same(order, ['one', 'hello', 'goodbye', 'two', 'three']);
});

t.test(
  'among waiting requests the first sentence of a call goes before the second sentence of another',
  async (t) => {
    const flite = open(t);
    const order: string[] = [];
    const say = async (text: string, due: Pick<SpeechRequest, 'inMs' | 'dueAt'> = {}): Promise<void> => {
      const request = { text, voiceId: 'flite:kal', language: 'en', ...due };
      for await (const _chunk of flite.synthesise(request, new AbortController().signal)) order.push(text);
    };
    let wanted = false;
    const spoken = [
      say('being made'),
      say('second', { inMs: 5_000 }),
      say('prepared', { dueAt: () => (wanted ? 0 : Number.POSITIVE_INFINITY) }),
      say('first'),
    ];
    wanted = true;
    await Promise.all(spoken);
    t.same(order, ['being made', 'prepared', 'first', 'second'], 'a text that is needed meanwhile, too');
  },
);
