/** Third-party modules: which ones are refused at opening, and that a fault stays within its own stream. */
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { OUTSIDE_MODEL } from '../../../providers/outside/model.js';
import { OUTSIDE_RECOGNISER } from '../../../providers/outside/recogniser.js';
import { OUTSIDE_SYNTHESISER } from '../../../providers/outside/synthesiser.js';
import type { ProviderKind } from '../../../providers/provider-kind.js';
import type { RecognitionEvent } from '../../../providers/speech/recogniser.js';

/** A file of its own for each test, because a module is loaded once. */
const moduleOf = (t: Test, text: string): string => join(t.testdir({ 'module.mjs': text }), 'module.mjs');
const open = <T>(kind: ProviderKind<T>, choice: string): Promise<T> =>
  kind.open({ choice, key: '', address: '' });

const VOICE = `{ id: 'acme:one', name: 'One', language: 'en', gender: 'neutral' }`;
const FINAL = `{ type: 'final', text: 'hello', startMs: 0, endMs: 20, confidence: 1, endOfUtterance: true }`;

const REFUSED: readonly (readonly [string, ProviderKind<unknown>, string, RegExp])[] = [
  ['no factory', OUTSIDE_RECOGNISER, 'export const other = 1;', /exports no function createRecogniser/],
  [
    'an incomplete recogniser',
    OUTSIDE_RECOGNISER,
    'export const createRecogniser = () => ({ name: "x" });',
    /it needs a name, open and close/,
  ],
  [
    'a recogniser that fails',
    OUTSIDE_RECOGNISER,
    'export const createRecogniser = () => { throw new Error("no licence"); };',
    /createRecogniser of .* failed: no licence/,
  ],
  ['a broken file', OUTSIDE_MODEL, 'throw new Error("broken");', /failed to load: broken/],
  [
    'a model of another version',
    OUTSIDE_MODEL,
    'export const createModel = () => ({ specificationVersion: "v2", doStream() {} });',
    /version 3/,
  ],
  [
    'a synthesiser without a voice',
    OUTSIDE_SYNTHESISER,
    `export const createSynthesiser = () => ({ name: 'x', voices: [], synthesise() {}, close() {} });`,
    /at least one voice/,
  ],
  [
    'an invalid voice',
    OUTSIDE_SYNTHESISER,
    `export const createSynthesiser = () => ({ name: 'x', voices: [{ id: 'x' }], synthesise() {}, close() {} });`,
    /at least one voice/,
  ],
];

for (const [name, kind, text, message] of REFUSED)
  t.test(`refuses a module and says what is wrong: ${name}`, async (t) => {
    await t.rejects(open(kind, moduleOf(t, text)), { message });
  });

t.test('refuses a module that does not exist, and says where to install it', async (t) => {
  for (const missing of ['no-such-package-4711', './no-such-file.js'])
    await t.rejects(open(OUTSIDE_MODEL, missing), {
      message: /use a package that is installed where Parley is started/,
    });
});

t.test('passes the text after # to the module, which may return a promise', async (t) => {
  const file = moduleOf(
    t,
    `export const createRecogniser = async ({ choice }) => ({ name: 'ears ' + choice, open() {}, close() {} });`,
  );
  t.equal((await open(OUTSIDE_RECOGNISER, `${file}#fast, or so`)).name, 'ears fast, or so');
  t.equal((await open(OUTSIDE_RECOGNISER, file)).name, 'ears ');
});

/** The events of a stream; `body` is the body of the module's open(request, tell). */
const hear = async (t: Test, body: string): Promise<readonly RecognitionEvent[]> => {
  const file = moduleOf(
    t,
    `export const createRecogniser = () => ({ name: 'ears', open: (request, tell) => { ${body} }, close: async () => undefined });`,
  );
  const recogniser = await open(OUTSIDE_RECOGNISER, file);
  const events: RecognitionEvent[] = [];
  const stream = recogniser.open({ language: 'en', phrases: [] }, (event) => void events.push(event));
  t.same(events, [], 'no event comes before open returns');
  stream.write(new Uint8Array(160));
  stream.write(new Uint8Array(160));
  await stream.finish();
  await turn();
  stream.close();
  stream.close();
  await recogniser.close();
  return events;
};

t.test('forwards events', async (t) => {
  t.same(await hear(t, `return { write() {}, finish: async () => tell(${FINAL}), close() {} };`), [
    { type: 'final', text: 'hello', startMs: 0, endMs: 20, confidence: 1, endOfUtterance: true },
  ]);
});

t.test('no event follows a failure', async (t) => {
  const body = `return { write() { tell({ type: 'failed', reason: 'tired' }); tell(${FINAL}); }, async finish() {}, close() {} };`;
  t.same(await hear(t, body), [{ type: 'failed', reason: 'tired' }]);
});

const FAILING: readonly (readonly [string, string, RegExp])[] = [
  ['an open that throws', `throw new Error('no engine');`, /ears failed: protocol \(.*no engine/],
  ['an open that returns nothing', `return null;`, /its open did not return a stream/],
  [
    'a write that throws',
    `return { write() { throw new Error('too loud'); }, async finish() {}, close() {} };`,
    /too loud/,
  ],
  [
    'a finish that rejects',
    `return { write() {}, finish: async () => { throw new Error('lost it'); }, close() {} };`,
    /lost it/,
  ],
  [
    'a text that is not a string',
    `return { write() { tell({ type: 'final', text: 7 }); }, async finish() {}, close() {} };`,
    /not an event/,
  ],
  [
    'an empty event, and a close that throws',
    `return { write() { tell(null); }, async finish() {}, close() { throw new Error('never'); } };`,
    /not an event/,
  ],
  [
    'an end before its start',
    `return { write() { tell({ type: 'partial', text: 'x', startMs: 5, endMs: 1 }); }, async finish() {}, close() {} };`,
    /not an event/,
  ],
];

for (const [name, body, reason] of FAILING)
  t.test(`the stream fails once: ${name}`, async (t) => {
    const events = await hear(t, body);
    t.equal(events.length, 1);
    t.match(events[0], { type: 'failed', reason });
  });

t.test('a synthesiser that yields anything but audio has failed', async (t) => {
  const file = moduleOf(
    t,
    `export const createSynthesiser = () => ({
       name: 'voice',
       voices: [${VOICE}],
       async *synthesise({ text }) {
         yield { mulaw: new Uint8Array(8) };
         if (text === 'text') yield { mulaw: 'audio' };
         if (text === 'nothing') yield null;
       },
       close: async () => undefined,
     });`,
  );
  const synthesiser = await open(OUTSIDE_SYNTHESISER, file);
  t.match(synthesiser.voices, [{ id: 'acme:one' }]);
  const say = async (text: string, signal = new AbortController().signal): Promise<number> => {
    let bytes = 0;
    const request = { text, voiceId: 'acme:one', language: 'en' };
    for await (const { mulaw } of synthesiser.synthesise(request, signal)) bytes += mulaw.length;
    return bytes;
  };
  t.equal(await say('well'), 8);
  for (const text of ['text', 'nothing'])
    await t.rejects(say(text), { name: 'SynthesisFailure', kind: 'protocol' });
  await t.rejects(say('well', AbortSignal.abort()), { name: 'AbortError' });
  await synthesiser.close();
});
