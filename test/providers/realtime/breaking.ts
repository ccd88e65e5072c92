/** The promises of speech-to-speech engines when something breaks. */
import type { Test } from 'tap';
import type { Reply } from '../../../simulators/realtime/world.js';
import { until } from '../../../testkit/until.js';
import { SENTENCE, sentence } from './caller.js';
import { type Promises, REPLY, type Scene } from './scene.js';

export const BREAKING: Promises = {
  'resends speech that was not transcribed when the connection broke, and hears it only once': async (
    t,
    { started },
  ) => {
    const caller = await started({ faults: [{ type: 'cut', afterMs: 1_200 }] });
    await caller.says(sentence());
    await caller.comes('lost');
    caller.stream.converse([]);
    await caller.comes('final');
    t.match(caller.of('final'), [{ text: SENTENCE, startMs: 400, endMs: 1_300 }]);
    await caller.says(sentence());
    await caller.comes('final', 2);
    const heard = caller.of('final').map(({ text }) => text);
    t.same(heard, [SENTENCE, SENTENCE]);
    const again = caller.of('final').at(1);
    t.equal((again?.endMs ?? 0) - (again?.startMs ?? 0), 900, 'the times continue');
    t.ok((again?.startMs ?? 0) > 2_000);
  },

  'emits an empty final if no words arrive': async (t, { started }) => {
    const caller = await started({ wordsMs: null });
    await caller.says(sentence());
    await caller.comes('final');
    t.match(caller.of('final'), [{ text: '', startMs: 400, endMs: 1_300 }]);
  },

  'fails at once on a bad key, or if the session is refused': async (t, { started, connections }) => {
    const stranger = await started({}, { key: 'another-key' });
    await stranger.comes('failed');
    t.match(stranger.of('failed'), [{ reason: / failed: auth \(HTTP 401\)/ }]);
    t.equal((await connections()).length, 1);
    const refused = await started({ faults: [{ type: 'refused' }] });
    refused.respond('r1');
    await refused.comes('failed');
    t.same(
      refused.events.map(({ type }) => type),
      ['broken', 'failed'],
    );
  },

  'retries a busy provider when Retry-After says, if that is soon': async (t, { started, connections }) => {
    const soon = await started({
      faults: [
        { type: 'status', status: 503 },
        { type: 'status', status: 429, retryAfter: '0.2' },
      ],
    });
    soon.respond('r1');
    await soon.comes('done');
    t.equal((await connections()).length, 3);
    t.same(soon.of('lost'), [], 'nothing was lost');
    const late = await started({ faults: [{ type: 'status', status: 429, retryAfter: '30' }] });
    const from = performance.now();
    await late.comes('failed');
    t.ok(performance.now() - from < 1_000, 'it does not wait');
    t.match(late.of('failed'), [{ reason: /rate/ }]);
  },

  'fails in time if the connection stalls, and returns the unheard audio': async (t, { started }) => {
    const stall = { type: 'stall' } as const;
    const caller = await started({ faults: [stall, stall, stall, stall] });
    const from = performance.now();
    await caller.says(sentence());
    caller.respond('r1');
    await caller.comes('failed');
    t.ok(performance.now() - from < 2_500, `${performance.now() - from}`);
    t.match(caller.of('broken'), [{ response: 'r1' }]);
    t.ok(Buffer.from(caller.stream.unheard()).equals(Buffer.from(caller.written())));
    const count = caller.events.length;
    await caller.says(sentence(100));
    t.equal(caller.events.length, count, 'no event follows');
  },

  'reports the last words before finish resolves': async (t, { started, last }) => {
    const caller = await started();
    await caller.says(sentence(100));
    await caller.stream.finish();
    t.match(caller.of('final'), [{ text: SENTENCE }]);
    await until('the connection to close', async () => !(await last()).open);
    const quiet = await started();
    await quiet.says(sentence().slice(0, 300 * 8));
    const from = performance.now();
    await quiet.stream.finish();
    t.ok(performance.now() - from < 900, 'nothing was said');
    const stuck = await started({ wordsMs: null });
    await stuck.says(sentence(100));
    const since = performance.now();
    await stuck.stream.finish();
    t.ok(performance.now() - since < 1_500, 'in time');
  },
};

/** Faults that end a response early. */
export const BREAKS: Readonly<Record<string, Reply>> = {
  'the connection breaks in the middle': { text: REPLY, fault: { type: 'cut', afterPieces: 2 } },
  'the session has expired': { text: REPLY, fault: { type: 'over', code: 'session_expired' } },
  'the provider sends invalid JSON': { text: REPLY, fault: { type: 'rubbish', form: 'text' } },
  'the provider sends a list': { text: REPLY, fault: { type: 'rubbish', form: 'list' } },
  'the provider sends too large a message': { text: REPLY, fault: { type: 'rubbish', form: 'huge' } },
};

/** The response fails, and the engine recovers for the next one. */
export const comesBack = async (t: Test, { started, conversation }: Scene, broken: Reply): Promise<void> => {
  const caller = await started({ replies: [broken, { text: 'I am back.' }] });
  caller.respond('r1');
  await caller.comes('lost');
  const order = caller.events.map(({ type }) => type).filter((type) => type === 'broken' || type === 'lost');
  t.same(order, ['broken', 'lost']);
  caller.stream.converse([{ role: 'user', content: 'hello' }]);
  caller.respond('r2');
  await caller.comes('done');
  t.same(await conversation(), ['user: hello', 'assistant: I am back.']);
  t.same(caller.of('failed'), []);
};
