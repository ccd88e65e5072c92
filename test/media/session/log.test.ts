/** Session logs: what is written is read again, also from torn files and from earlier builds. */
import t from 'tap';
import type { SessionInput } from '../../../media/session/io.js';
import {
  digest,
  isSameOutputs,
  parseSessionLog,
  readSessionLogs,
  replay,
} from '../../../media/session/log.js';
import { createRecordBuffer, endRecord } from '../../../media/session/log-records.js';
import { memberOf } from '../../../providers/session-logs/members.js';
import { seeded, seededBytes, seedOfRun } from '../../../testkit/seeded.js';
import { briefLine, inputLine, lineDigest } from '../../../testkit/session-log-lines.js';
import { briefOf, converse } from './carrier.js';

const seed = seedOfRun();
t.comment(`PARLEY_TEST_SEED=${seed}`);

const TEXTS = ['', 'plain', 'ä€😀 “quotes”\n\u0000\u2028', '{"$bytes":"AAAA"}', '\ud800 alone'];

/** Inputs of every shape, with values that are hard to keep. */
const inputsOf = (count: number, salt: number): readonly SessionInput[] => {
  const random = seeded(seed + salt);
  const bytes = (): Uint8Array => new Uint8Array(seededBytes(seed + salt, Math.floor(random() * 500)));
  const text = (): string => TEXTS[Math.floor(random() * TEXTS.length)] ?? '';
  const shapes: readonly (() => SessionInput)[] = [
    () => ({ type: 'tick', dueMs: random() * 1e7 }),
    () => ({ type: 'audio', timestampMs: Math.floor(random() * 1e7), payload: bytes() }),
    () => ({ type: 'audio', timestampMs: 0, payload: bytes(), waitedMs: random() * 100 }),
    () => ({ type: 'mark', name: text() }),
    () => ({ type: 'speech_audio', utterance: text(), payload: bytes(), words: [] }),
    () => ({ type: 'model_audio', generation: 3, payload: new Uint8Array(0) }),
    () => ({ type: 'model_text', generation: Math.floor(random() * 9), text: text() }),
    () => ({ type: 'model_tool', generation: 1, name: text(), arguments: { deep: [{ a: text() }, null] } }),
    () => ({ type: 'connected' }),
  ];
  return Array.from({ length: count }, () => {
    const shape = shapes[Math.floor(random() * shapes.length)];
    if (shape === undefined) throw new Error('there are shapes');
    return shape();
  });
};

/** Members with the records of `inputs`, `each` in one. */
const membersOf = async (inputs: readonly SessionInput[], each: number): Promise<readonly Buffer[]> => {
  const records = createRecordBuffer();
  const members: Buffer[] = [];
  records.addBrief(briefOf());
  for (const [index, input] of inputs.entries()) {
    records.addInput(input, index + 0.123, []);
    if (index % each === each - 1) members.push(await memberOf(records.take()));
  }
  if (records.size() > 0) members.push(await memberOf(records.take()));
  return members;
};

t.test('inputs of every shape are read as they were written', async (t) => {
  for (let salt = 0; salt < 20; salt += 1) {
    const inputs = inputsOf(60, salt);
    const file = Buffer.concat(await membersOf(inputs, 7));
    const { sessions, torn } = readSessionLogs(file);
    t.equal(torn, 0);
    t.equal(sessions.length, 1);
    t.strictSame(sessions[0]?.brief, briefOf());
    t.strictSame(
      sessions[0]?.inputs.map(({ input }) => input),
      inputs,
      `seed ${seed}, ${salt}`,
    );
    t.equal(sessions[0]?.inputs.at(-1)?.atMs, 59.123);
  }
});

t.test('a session is replayed from its log, and each difference shows', async (t) => {
  const random = seeded(seed);
  const conversation = converse(briefOf());
  const records = createRecordBuffer();
  const steps: { readonly input: SessionInput; readonly at: number; readonly digest: string }[] = [];
  const parsed = parseSessionLog(
    (() => {
      conversation.feed({ type: 'connected' });
      for (let turn = 0; turn < 4; turn += 1) conversation.pass(300 + random() * 2_000, random() < 0.5);
      return conversation.log();
    })(),
  );
  const outputs = replay(parsed);
  records.addBrief(parsed.brief);
  for (const [index, { input, atMs }] of parsed.inputs.entries()) {
    const made = outputs[index] ?? [];
    records.addInput(input, atMs, made);
    steps.push({ input, at: atMs, digest: digest(made) });
  }
  const log = parseSessionLog(await memberOf(records.take()));
  t.strictSame(
    log.inputs.map(({ input, atMs, outputs }) => ({ input, at: atMs, digest: outputs })),
    steps,
  );
  t.ok(log.inputs.every(({ outputs: recorded }, index) => isSameOutputs(recorded, outputs[index] ?? [])));
  const spoken = outputs.findIndex((made) => made.some(({ type }) => type === 'send_audio'));
  const changed = (outputs[spoken] ?? []).map((output) =>
    output.type === 'send_audio' ? { ...output, payload: output.payload.map((byte) => byte ^ 1) } : output,
  );
  t.notOk(isSameOutputs(log.inputs[spoken]?.outputs ?? '', changed), 'one bit of the audio');
  t.notOk(isSameOutputs(log.inputs[spoken]?.outputs ?? '', (outputs[spoken] ?? []).slice(1)));
});

t.test('a log that ends at any byte of its last member loses that member alone', async (t) => {
  const inputs = inputsOf(40, 1);
  const members = await membersOf(inputs, 30);
  const file = Buffer.concat(members);
  const whole = members[0]?.length ?? 0;
  t.equal(members.length, 2);
  for (let length = whole; length < file.length; length += 1) {
    const { sessions, torn } = readSessionLogs(file.subarray(0, length));
    if (sessions[0]?.inputs.length !== 30 || torn !== (length === whole ? 0 : 1))
      t.fail(`${length}: ${sessions[0]?.inputs.length} inputs, ${torn} torn`);
  }
  const [second = Buffer.alloc(0)] = await membersOf(inputs, 40);
  const read = readSessionLogs(Buffer.concat([file.subarray(0, file.length - 9), second]));
  t.same(
    read.sessions.map((session) => session.inputs.length),
    [30, 40],
    'the session of another node after a torn one is whole',
  );
  t.equal(read.torn, 1);
});

t.test('a damaged member is left out, whatever byte is damaged', async (t) => {
  const members = await membersOf(inputsOf(30, 2), 10);
  const file = Buffer.concat(members);
  const [first = Buffer.alloc(0), middle = Buffer.alloc(0)] = members;
  for (let at = first.length; at < first.length + middle.length; at += 1) {
    const damaged = Buffer.from(file);
    damaged[at] = (damaged[at] ?? 0) ^ 0x55;
    const { sessions, torn } = readSessionLogs(damaged);
    const read = sessions[0]?.inputs.length ?? 0;
    // Damage that gzip does not notice changes nothing.
    if (!((read === 20 && torn > 0) || (read === 30 && torn === 0)))
      t.fail(`${at - first.length}: ${read} inputs, ${torn} torn`);
  }
  t.same(readSessionLogs(Buffer.from('not a log')), { sessions: [], torn: 1 });
  t.same(readSessionLogs(new Uint8Array(0)), { sessions: [], torn: 0 });
});

t.test('a log that its node could not continue says why', async (t) => {
  const members = await membersOf(inputsOf(10, 3), 10);
  const file = Buffer.concat([...members, await memberOf(endRecord('disk'))]);
  const { sessions, torn } = readSessionLogs(file);
  t.same([sessions[0]?.incomplete, sessions[0]?.inputs.length, torn], ['disk', 10, 0]);
});

t.test('logs of earlier builds are read and compared by their own digest', async (t) => {
  const conversation = converse(briefOf());
  conversation.feed({ type: 'connected' });
  conversation.pass(1_500, true);
  const { brief, inputs } = parseSessionLog(conversation.log());
  const outputs = replay({ brief, inputs });
  const lines = [
    briefLine(brief),
    ...inputs.map(({ input, atMs }, index) => inputLine(input, atMs, lineDigest(outputs[index] ?? []))),
  ].join('');
  for (const log of [lines, Buffer.from(lines)]) {
    const earlier = parseSessionLog(log);
    t.strictSame(
      earlier.inputs.map(({ input }) => input),
      inputs.map(({ input }) => input),
    );
    t.ok(earlier.inputs.every(({ outputs: recorded }, at) => isSameOutputs(recorded, outputs[at] ?? [])));
  }
  const [, , third] = inputs;
  t.notOk(isSameOutputs(lineDigest([{ type: 'send_clear' }]), outputs[0] ?? []), JSON.stringify(third));
  t.throws(() => parseSessionLog('{"atMs":1}\n'), /no session/);
});
