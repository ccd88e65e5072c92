/** `parley replay`: it names the turn and the moment at which a session differs, and what each side did. */
import { truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { withAgent } from '../../../media/replay/changed-brief.js';
import type { SessionBrief, SessionOutput } from '../../../media/session/io.js';
import { parseSessionLog, replay } from '../../../media/session/log.js';
import { createRecordBuffer, endRecord } from '../../../media/session/log-records.js';
import { isWorthShowing } from '../../../media/session/output-gist.js';
import type { VoiceSettings } from '../../../schemas/agents/voice-settings.js';
import { changeOf } from '../../../src/replay/changes.js';
import { apiOf } from '../../../src/replay/command.js';
import { exitCodeOf, reportOf, sessionInWords, summaryInWords } from '../../../src/replay/report.js';
import { type ReplayedSession, replayLogs } from '../../../src/replay/run.js';
import { type Api, sourcesOf } from '../../../src/replay/sources.js';
import { briefOf, type Conversation, converse, TEST_BUILD } from '../../media/session/carrier.js';
import { inMemory } from './support.js';

const ANSWER = 'Yes, we are open all day and every day of the whole week.';

/** The customer says something, which the recogniser ends, and the agent answers. */
const exchange = (conversation: Conversation, text: string, answer = ANSWER): void => {
  conversation.hear(text);
  conversation.pass(200);
  conversation.answer(answer);
  conversation.pass(5_000);
};

/** A call without a greeting after `exchanges` exchanges: each has two turns. */
const after = (
  exchanges: number,
  voice: VoiceSettings = {},
  change: Partial<SessionBrief> = {},
): Conversation => {
  const conversation = converse(briefOf(voice, { greeting: '', ...change }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  for (let count = 1; count <= exchanges; count += 1) exchange(conversation, `question number ${count}`);
  return conversation;
};

const end = (conversation: Conversation): Conversation => {
  conversation.feed({ type: 'closing' });
  conversation.feed({ type: 'closed' });
  return conversation;
};

/** The customer pauses after words that do not end a sentence, and no recogniser reports the end. */
const ended = (exchanges: number): Conversation => {
  const conversation = after(exchanges);
  conversation.hear('a table for two', 400, false);
  conversation.pass(1_500);
  conversation.answer(ANSWER);
  conversation.pass(5_000);
  exchange(conversation, 'and goodbye');
  return end(conversation);
};

const pausing = (exchanges: number): Uint8Array => ended(exchanges).recording();

/** The same log of a build with other outputs. */
const rerecorded = (
  log: Uint8Array,
  other: (outputs: readonly SessionOutput[], index: number) => readonly SessionOutput[],
): Uint8Array => {
  const { brief, inputs } = parseSessionLog(log);
  const outputs = replay({ brief, inputs });
  const records = createRecordBuffer();
  records.addBrief(brief, TEST_BUILD);
  for (const [index, { input, atMs }] of inputs.entries())
    records.addInput(input, atMs, other(outputs[index] ?? [], index));
  return gzipSync(records.take());
};

const only = async (
  log: Uint8Array | string,
  settings: readonly string[] = [],
  agent: string | null = null,
): Promise<ReplayedSession> => {
  const { sessions } = await replayLogs([inMemory(log)], changeOf(settings, agent));
  const [session] = sessions;
  if (session === undefined || sessions.length > 1) throw new Error(`${sessions.length} sessions`);
  return session;
};

t.test('a session is measured, and has no difference on its build', async (t) => {
  const session = await only(pausing(2));
  t.match(session, { attachmentId: 'attached0', build: TEST_BUILD, turns: 8, difference: null, torn: 0 });
  t.equal(session.durationMs, 1_000 + 2 * 5_200 + 6_500 + 5_200);
  t.match(
    sessionInWords(session, TEST_BUILD, false),
    /^log, session 1: \d+ inputs, 23\.1 s, 8 turns: no differences\n$/,
  );
  t.match(
    sessionInWords(session, '0.0.1+else', false),
    /recorded by 0\.0\.0\+test, replayed by 0\.0\.1\+else/,
  );
});

t.test(
  'another silence at the end of a turn is found at the turn that it ends, wherever that is',
  async (t) => {
    for (const exchanges of [0, 1, 3]) {
      const log = pausing(exchanges);
      const shorter = await only(log, ['usual=300']);
      const number = 2 * exchanges + 1;
      const words = { number, speaker: 'customer', text: 'a table for two' };
      t.match(shorter.difference, { turn: words, recorded: [], cause: 'a tick of the clock' });
      t.match(shorter.difference?.replayed.join(), /writes turn .*: "a table for two".*requests reply/s);
      t.match(shorter.difference?.ends, /a provider is sent something else, or at another time/);
      const heardAt = 1_000 + exchanges * 5_200;
      t.equal(shorter.difference?.atMs, heardAt + 300);
      const longer = await only(log, ['endOfTurn.usualMs=900']);
      t.match(
        longer.difference,
        { turn: words, atMs: heardAt + 700, replayed: [] },
        'the recording went on first',
      );
      t.match(longer.difference?.recorded?.join(), /requests reply/);
    }
    t.equal((await only(pausing(1), ['usual=700'])).difference, null, 'the recorded silence');
    t.match((await only(pausing(1), ['patience=high'])).difference, { turn: { number: 3 } });
  },
);

t.test('another listening word is found at the turn that it no longer interrupts', async (t) => {
  const conversation = after(2);
  conversation.hear('and tomorrow');
  conversation.pass(200);
  conversation.answer(ANSWER);
  conversation.pass(1_000);
  conversation.pass(400, true);
  conversation.hear('jolly good');
  conversation.pass(1_000);
  conversation.answer('As I said.');
  conversation.pass(3_000);
  const { difference } = await only(end(conversation).recording(), ['backchannels=jolly good']);
  t.match(difference, { turn: { number: 6, speaker: 'assistant', text: 'Yes, we are open' } });
  t.match(difference?.recorded?.join(), /clears the audio that was sent/);
  t.notMatch(difference?.replayed.join(), /clears the audio/);
});

t.test('another agent: the first words that it changes, and only those', async (t) => {
  const recorded = {
    instructions: 'Help {{name}}.',
    languageCode: 'en',
    voiceSettings: { firstGreeting: 'Hello Zoë!' },
  };
  const directory = t.testdir({
    'greeting.json': JSON.stringify({
      ok: true,
      data: {
        agent: { instructions: 'Help.', languageCode: 'en', voiceSettings: { firstGreeting: 'Good day.' } },
      },
    }),
    'instructions.json': JSON.stringify({
      instructions: 'Help {{name}}, and be brief.',
      languageCode: 'en',
      voiceSettings: { firstGreeting: 'Hello {{name}}!' },
    }),
    'recorded.json': JSON.stringify({ version: 3, ...recorded }),
    'none.json': '{"instructions":"Help."}',
  });
  const conversation = converse(withAgent(briefOf(), { ...recorded, dataSourceIds: [] }));
  conversation.feed({ type: 'connected' });
  conversation.pass(3_000);
  exchange(conversation, 'question');
  const log = end(conversation).recording();
  t.equal((await only(log, [], join(directory, 'recorded.json'))).difference, null, 'the recorded agent');
  const greeted = await only(log, [], join(directory, 'greeting.json'));
  t.match(greeted.difference, {
    atMs: 0,
    cause: 'connected',
    turn: { number: 1, speaker: 'assistant', text: 'Hello Zoë!' },
  });
  t.match(greeted.difference?.replayed.join(), /requests speech .*: "Good day\."/);
  const instructed = await only(log, [], join(directory, 'instructions.json'));
  t.match(
    instructed.difference?.replayed.filter((words) => words.startsWith('requests')),
    [/requests reply 1 from model 1, \d+ messages \([\w-]+\), the last from user: "question"/],
    'a greeting that differs by a value of which the log knows nothing is the same',
  );
  t.match(instructed.difference?.turn, { number: 2, speaker: 'customer' });
  t.throws(() => changeOf([], join(directory, 'none.json')), /is no agent as the API returns it/);
  t.throws(() => changeOf([], join(directory, 'nowhere.json')), /no file in YAML or JSON/);
});

t.test('settings are named, and their values checked', async (t) => {
  const { settings } = briefOf();
  const changed = (...texts: readonly string[]) => changeOf(texts, null)?.(briefOf()).settings;
  t.same(changed('bargeInMs=400', 'preemptive=on', 'backchannels=right, sure'), {
    ...settings,
    bargeInMs: 400,
    preemptive: true,
    backchannels: ['right', 'sure'],
  });
  const file = join(
    t.testdir({ 'settings.yaml': 'endOfTurn:\n  leastMs: 1\nduck: false\nconfirmMs: 900\n' }),
    'settings.yaml',
  );
  t.same(changed(file, 'most=2000'), {
    ...settings,
    duck: false,
    confirmMs: 900,
    endOfTurn: { ...settings.endOfTurn, leastMs: 1, mostMs: 2_000 },
  });
  t.equal(changeOf([], null), null);
  for (const [text, message] of [
    ['patience=endless', /low, normal or high/],
    ['usual=soon', /a number from 0/],
    ['usual=-1', /a number from 0/],
    ['duck=maybe', /on or off/],
    ['mood=good', /knows no setting mood; it knows patience, least/],
    ['endOfTurn=5', /knows no setting endOfTurn/],
    ['endOfTurn.constructor=5', /knows no setting/],
    ['nowhere.yaml', /no file in YAML or JSON/],
  ] as const)
    t.throws(() => changeOf([text], null), message, text);
});

t.test('logs of builds without a name are compared, although they do not show their outputs', async (t) => {
  const old = ended(1).log();
  const same = await only(old);
  t.match(same, { build: null, difference: null, turns: 6 });
  t.match(sessionInWords(same, TEST_BUILD, false), /recorded by a build without a name/);
  const lines = old.split('\n');
  const at = lines.findIndex((line) => line.includes('question number 1'));
  const changed = lines.map((line, index) =>
    index === at ? line.replace('"outputs":"', '"outputs":"x') : line,
  );
  const session = await only(changed.join('\n'));
  t.match(session.difference, { recorded: null, turn: { number: 1, text: 'question number 1' }, input: at });
  t.match(sessionInWords(session, TEST_BUILD, false), /recorded:\n {4}the log does not show it\n/);
});

t.test('a difference in a byte of audio is found', async (t) => {
  let isChanged = false;
  const log = rerecorded(pausing(0), (outputs) => {
    const isAudio = outputs.some(({ type }) => type === 'send_audio') && !outputs.some(isWorthShowing);
    if (isChanged || !isAudio) return outputs;
    isChanged = true;
    return outputs.map((output) =>
      output.type === 'send_audio' ? { ...output, payload: output.payload.map((byte) => byte ^ 1) } : output,
    );
  });
  const session = await only(log);
  t.match(session.difference, { recorded: ['audio alone'], turn: { speaker: 'assistant', number: 2 } });
  t.match(session.difference?.replayed.join(), /sends 160 bytes of speech/);
  const inWords = await only(
    rerecorded(pausing(0), (outputs) =>
      outputs.map((output) =>
        output.type === 'synthesise' ? { ...output, text: `${output.text.padEnd(400)}!` } : output,
      ),
    ),
  );
  t.match(inWords.difference?.recorded, [/requests speech .* {200,}…"$/], 'long texts are cut');
});

t.test('torn logs are replayed as far as they go, and what is missing is said', async (t) => {
  const log = pausing(0);
  const cut = await only(log.subarray(0, -40));
  t.match(cut, { torn: 1, difference: null });
  t.match(sessionInWords(cut, TEST_BUILD, false), /1 part of it cannot be read/);
  const lines = ended(0).log().split('\n');
  const without = await only(lines.toSpliced(60, 1, '{"atMs":').join('\n'));
  t.equal(without.torn, 1);
  t.not(without.difference, null, 'an input is missing');
  const stopped = await only(Buffer.concat([log, gzipSync(endRecord('disk'))]));
  t.match(stopped, { incomplete: 'disk', difference: null });
  t.match(sessionInWords(stopped, TEST_BUILD, false), /the node stopped writing it .* \(disk\)/);
  const { unreadable, sessions } = await replayLogs(
    [
      inMemory('', 'empty'),
      inMemory('no log\n', 'notes'),
      inMemory(log, 'call'),
      inMemory(Buffer.concat([log, log]), 'twice'),
      inMemory(
        '{"attachmentId":"a","settings":{}}\n{"atMs":1,"input":{"type":"connected"},"outputs":""}\n',
        'lacking',
      ),
    ],
    null,
  );
  t.same(unreadable, [
    { log: 'empty', reason: 'it is empty' },
    { log: 'notes', reason: 'it is not a session log' },
  ]);
  t.same(
    sessions.map(({ log: name, session, difference }) => [name, session, difference === null]),
    [
      ['call', 1, true],
      ['twice', 1, true],
      ['twice', 2, true],
      ['lacking', 1, false],
    ],
  );
  t.match(sessions.at(-1)?.difference, { replayed: [/^fails: /], ends: /cannot take this input/ });
});

t.test('the exit code tells differences from logs that cannot be read', async (t) => {
  const same = await replayLogs([inMemory(pausing(0))], null);
  const differs = await replayLogs([inMemory(pausing(0))], changeOf(['usual=300'], null));
  const unread = await replayLogs([inMemory(pausing(0)), inMemory('', 'empty')], null);
  t.equal(exitCodeOf(reportOf(same, false)), 0);
  t.equal(exitCodeOf(reportOf(differs, true)), 1);
  t.equal(exitCodeOf(reportOf(unread, false)), 2);
  t.equal(
    summaryInWords(reportOf(unread, false)),
    'empty: it is empty\n1 session: 1 without differences, 0 with one\n',
  );
  t.match(reportOf(differs, true), { compared: 'change', same: 0, different: 1 });
});

t.test('a change on another build: it is said that the build differs anyway', async (t) => {
  const log = rerecorded(pausing(0), (outputs, index) => (index === 30 ? [{ type: 'send_clear' }] : outputs));
  const session = await only(log, ['usual=300']);
  t.type(session.otherBuildFromMs, 'number');
  t.match(
    sessionInWords(session, TEST_BUILD, true),
    /this build differs from the recording from .* even without/,
  );
});

t.test('files, directories, and calls of a service', async (t) => {
  const directory = t.testdir({ 'b.jsonl': ended(0).log(), 'x.txt': '', none: {} });
  writeFileSync(join(directory, 'a.session.gz'), pausing(0));
  t.same(
    sourcesOf([directory], null).map(({ name }) => name.slice(directory.length + 1)),
    ['a.session.gz', 'b.jsonl'],
  );
  t.throws(() => sourcesOf([join(directory, 'none')], null), /has no .session.gz or .jsonl files/);
  t.throws(() => sourcesOf([join(directory, 'nowhere')], null), /cannot be read; give a session log/);
  t.match(await replayLogs(sourcesOf([directory], null), null), {
    sessions: [
      { build: TEST_BUILD, difference: null },
      { build: null, difference: null },
    ],
  });
  const large = join(directory, 'large.session.gz');
  writeFileSync(large, '');
  truncateSync(large, 256 * 1024 * 1024 + 1);
  t.match(await replayLogs(sourcesOf([large], null), null), {
    unreadable: [{ reason: /larger than 256 MiB/ }],
  });
  const callId = '11111111-2222-4333-8444-555555555555';
  t.throws(() => sourcesOf([callId], null), /give --url, --business, and the key/);
  const log = pausing(0);
  const seen: string[] = [];
  const server = createServer((req, res) => {
    seen.push(`${req.url} ${req.headers.authorization}`);
    if (req.url?.includes(callId) === true) return void res.end(log);
    res
      .writeHead(404)
      .end('{"ok":false,"error":{"code":"call_not_found","message":"There is no such call."}}');
  });
  t.teardown(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const api: Api = { url, businessId: 'b1', key: 'secret' };
  const other = callId.replaceAll('1', '9');
  const { sessions, unreadable } = await replayLogs(sourcesOf([callId, other], api), null);
  t.match(sessions, [{ log: callId, difference: null }]);
  t.same(unreadable, [{ log: other, reason: 'the service answered call_not_found: There is no such call.' }]);
  t.equal(seen[0], `/api/v1/voice/calls/${callId}/session-log?businessId=b1 Bearer secret`);
  const away = await replayLogs(sourcesOf([callId], { ...api, url: 'http://127.0.0.1:1' }), null);
  t.match(away.unreadable, [{ reason: /did not send it/ }]);
});

t.test('the key comes from the environment or a file', async (t) => {
  const business = 'b1';
  const url = 'http://127.0.0.1:8080';
  const keyFile = join(t.testdir({ key: 'from-file\n' }), 'key');
  t.equal(apiOf({}, {}), null);
  t.same(apiOf({ url, business }, { PARLEY_API_KEY: 'k' }), { url, businessId: business, key: 'k' });
  t.match(apiOf({ url, business, keyFile }, { PARLEY_API_KEY: 'k' }), { key: 'from-file' });
  t.throws(() => apiOf({ url, business }, {}), /set PARLEY_API_KEY, or give --key-file/);
  t.throws(() => apiOf({ url }, { PARLEY_API_KEY: 'k' }), /--url needs --business/);
  t.throws(() => apiOf({ url: 'here', business }, {}), /no address/);
});
