/** What engines of speech to speech promise where something breaks. */
import type { Test } from 'tap';
import type { Reply } from '../../../testkit/realtime/world.js';
import { until } from '../../../testkit/until.js';
import { SENTENCE, sentence } from './caller.js';
import { type Promises, REPLY, type Scene } from './scene.js';

export const BREAKING: Promises = {
  'what was said, and not written down, when the connection broke is heard again, once': async (
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
    t.equal((again?.endMs ?? 0) - (again?.startMs ?? 0), 900, 'the times go on');
    t.ok((again?.startMs ?? 0) > 2_000);
  },

  'words that do not come are nothing': async (t, { started }) => {
    const caller = await started({ wordsMs: null });
    await caller.says(sentence());
    await caller.comes('final');
    t.match(caller.of('final'), [{ text: '', startMs: 400, endMs: 1_300 }]);
  },

  'a key that is not good, a session that is refused: it fails at once': async (
    t,
    { started, connections },
  ) => {
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

  'one that is busy is asked again when it wants to be, if that is soon enough': async (
    t,
    { started, connections },
  ) => {
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
    t.ok(performance.now() - from < 1_000, 'nobody waits for it');
    t.match(late.of('failed'), [{ reason: /rate/ }]);
  },

  'one that does not come fails in time, and gives what it was told': async (t, { started }) => {
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
    t.equal(caller.events.length, count, 'nothing follows');
  },

  'what was said last is told before it is over': async (t, { started, last }) => {
    const caller = await started();
    await caller.says(sentence(100));
    await caller.stream.finish();
    t.match(caller.of('final'), [{ text: SENTENCE }]);
    await until('it is closed', async () => !(await last()).open);
    const quiet = await started();
    await quiet.says(sentence().slice(0, 300 * 8));
    const from = performance.now();
    await quiet.stream.finish();
    t.ok(performance.now() - from < 900, 'nobody has spoken');
    const stuck = await started({ wordsMs: null });
    await stuck.says(sentence(100));
    const since = performance.now();
    await stuck.stream.finish();
    t.ok(performance.now() - since < 1_500, 'in time');
  },
};

/** What a response ends with before its time. */
export const BREAKS: Readonly<Record<string, Reply>> = {
  'the connection breaks in the middle': { text: REPLY, fault: { type: 'cut', afterPieces: 2 } },
  'the session has expired': { text: REPLY, fault: { type: 'over', code: 'session_expired' } },
  'what it sends is no JSON': { text: REPLY, fault: { type: 'rubbish', form: 'text' } },
  'what it sends is a list': { text: REPLY, fault: { type: 'rubbish', form: 'list' } },
  'what it sends is too large': { text: REPLY, fault: { type: 'rubbish', form: 'huge' } },
};

/** The response has failed, and it comes back. */
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
