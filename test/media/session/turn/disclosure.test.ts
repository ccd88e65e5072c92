/** Disclosures: when they count as heard, and what must not cut them. */
import t from 'tap';
import { briefOf as sessionBrief } from '../../../../media/driver/session-brief.js';
import { digest, parseSessionLog, replay } from '../../../../media/session/log.js';
import { briefOf, converse, MS_PER_CHARACTER } from '../carrier.js';
import {
  answered,
  closed,
  DISCLOSURE,
  DISCLOSURE_MS,
  disclosed,
  GREETING,
  GREETING_MS,
  outcomes,
  PROVEN_MS,
  synthesised,
  transcriptOf,
} from './disclosing.js';

t.test('the disclosure precedes the greeting, and each is a turn of its own', async (t) => {
  const conversation = answered();
  t.ok(
    conversation.outputs.some(({ atMs, output }) => atMs === 0 && output.type === 'send_audio'),
    'the first frame leaves at once',
  );
  conversation.pass(DISCLOSURE_MS + GREETING_MS + 300);
  t.same(synthesised(conversation), [DISCLOSURE, GREETING]);
  t.match(conversation.turns(), [
    { text: DISCLOSURE, disclosure: true, heard: 'acked', interrupted: false },
    { text: GREETING, heard: 'acked' },
  ]);
  t.notOk(conversation.turns()[1]?.disclosure);
  t.same(outcomes(conversation), ['acked']);
});

t.test('receipts for 95 % of a disclosure prove it heard, at that position of the recording', async (t) => {
  const conversation = answered();
  conversation.pass(PROVEN_MS - 250);
  t.same(disclosed(conversation), []);
  conversation.pass(500);
  t.match(disclosed(conversation), [{ heardAtMs: Math.round(PROVEN_MS), heard: 'acked' }]);
});

t.test('late receipts delay the proof, but not the position at which it was heard', async (t) => {
  const conversation = answered({ lateMs: 1_500 });
  conversation.pass(PROVEN_MS + 1_000);
  t.same(disclosed(conversation), []);
  conversation.pass(1_000);
  t.match(disclosed(conversation), [{ heardAtMs: Math.round(PROVEN_MS), heard: 'acked' }]);
});

t.test('without receipts the clock decides when the disclosure was heard', async (t) => {
  const conversation = answered({ echo: 'never' });
  conversation.pass(PROVEN_MS - 40);
  t.same(disclosed(conversation), []);
  conversation.pass(80);
  t.match(disclosed(conversation), [{ heardAtMs: Math.round(PROVEN_MS), heard: 'estimated' }]);
  t.same(conversation.notes(), ['receipts_missing']);
  t.same(outcomes(conversation), ['estimated']);
});

t.test('a short disclosure without receipts counts as heard two seconds after its first mark', async (t) => {
  const conversation = answered({ echo: 'never' }, { disclosure: 'I am an AI.', greeting: '' });
  conversation.pass(1_900);
  t.same(disclosed(conversation), []);
  conversation.pass(200);
  t.match(disclosed(conversation), [
    { heardAtMs: Math.round(11 * MS_PER_CHARACTER * 0.95), heard: 'estimated' },
  ]);
});

t.test('reckoned receipts of our own prove nothing', async (t) => {
  const conversation = answered({}, { reckonedReceipts: true });
  conversation.pass(DISCLOSURE_MS + 100);
  t.match(disclosed(conversation), [{ heard: 'estimated' }]);
});

t.test('a disclosure does not count as heard if the customer hangs up in the middle', async (t) => {
  const conversation = answered();
  conversation.pass(DISCLOSURE_MS / 2);
  closed(conversation);
  t.same(disclosed(conversation), []);
  t.same(outcomes(conversation), ['not_heard']);
  t.match(conversation.turns(), [{ disclosure: true, interrupted: true }]);
  t.ok(DISCLOSURE.startsWith(conversation.turns()[0]?.text ?? '-'));
});

t.test('without receipts, too, a hang-up before the end means that it was not heard', async (t) => {
  const conversation = answered({ echo: 'never' });
  conversation.pass(PROVEN_MS - 100);
  closed(conversation);
  t.same(disclosed(conversation), []);
  t.same(outcomes(conversation), ['not_heard']);
});

for (const allowGreetingInterrupt of [false, true])
  t.test(
    `noise and words do not cut the disclosure and are answered later; interruptible greeting: ${allowGreetingInterrupt}`,
    async (t) => {
      const conversation = answered({}, {}, { allowGreetingInterrupt });
      conversation.pass(600, true);
      conversation.hear('wait, who is this');
      conversation.pass(PROVEN_MS - 900, true);
      t.equal(conversation.sent('send_clear'), 0);
      t.equal(conversation.sent('respond'), 0);
      conversation.pass(GREETING_MS + 900);
      t.match(disclosed(conversation), [{ heard: 'acked' }]);
      t.equal(conversation.sent('respond'), 1);
      t.ok(transcriptOf(conversation).includes('customer: wait, who is this'));
      t.ok(transcriptOf(conversation).includes(`assistant: ${DISCLOSURE}`), 'the whole disclosure is spoken');
    },
  );

t.test('an interruptible greeting can be interrupted once the disclosure was heard', async (t) => {
  const conversation = answered({}, {}, { allowGreetingInterrupt: true });
  conversation.pass(DISCLOSURE_MS + 300);
  conversation.pass(240, true);
  t.equal(conversation.sent('send_clear'), 1);
});

t.test('repeats the disclosure from its beginning if the line was lost before it was heard', async (t) => {
  const conversation = answered();
  conversation.pass(DISCLOSURE_MS / 2);
  conversation.feed({ type: 'disconnected' });
  conversation.pass(1_000);
  conversation.feed({ type: 'connected' });
  const at = conversation.now();
  conversation.pass(PROVEN_MS - 300);
  t.same(disclosed(conversation), []);
  conversation.pass(GREETING_MS + 800);
  t.match(disclosed(conversation), [{ heardAtMs: Math.round(at + PROVEN_MS), heard: 'acked' }]);
  t.equal(conversation.turns().at(-1)?.text, GREETING, 'the greeting follows');
  t.ok(conversation.turns()[0]?.text.endsWith(DISCLOSURE));
});

t.test('resumes with the greeting if the line was lost after the disclosure was heard', async (t) => {
  const conversation = answered();
  conversation.pass(DISCLOSURE_MS + 300);
  conversation.feed({ type: 'disconnected' });
  conversation.pass(1_000);
  conversation.feed({ type: 'connected' });
  conversation.pass(GREETING_MS + 300);
  t.equal(disclosed(conversation).length, 1);
  t.equal(synthesised(conversation).filter((text) => text === DISCLOSURE).length, 1);
  t.match(conversation.turns().at(-1), { text: /help\?$/ });
});

t.test('a session that resumes elsewhere repeats an unheard disclosure, then greets', async (t) => {
  const first = closed(
    ((conversation) => {
      conversation.pass(DISCLOSURE_MS / 2);
      return conversation;
    })(answered()),
  );
  const brief = sessionBrief(
    {
      agent: {
        agentId: 'g1',
        name: 'Ann',
        instructions: 'Help.',
        greeting: GREETING,
        disclosure: DISCLOSURE,
        languageCode: 'en',
        voiceSettings: {},
        knowledgeSourceIds: [],
      },
      mediaStartedAt: 1_000_000,
      greetingBegun: false,
      disclosed: false,
      turns: first.turns(),
      toolUses: [],
    },
    {
      attachmentId: 'attached1',
      confirmsVoice: false,
      providers: { models: 1, synthesisers: 1, recognisers: 1 },
      preemptive: false,
    },
  );
  const second = converse(brief);
  second.feed({ type: 'connected' });
  second.pass(DISCLOSURE_MS + GREETING_MS + 300);
  t.same(transcriptOf(second), [`assistant: ${DISCLOSURE}`, `assistant: ${GREETING}`]);
  t.match(disclosed(second), [{ heard: 'acked' }]);
});

t.test('a session that resumes elsewhere does not repeat a disclosure that was heard', async (t) => {
  const conversation = answered({}, { disclosed: true });
  conversation.pass(GREETING_MS + 300);
  t.same(transcriptOf(conversation), [`assistant: ${GREETING}`]);
  t.same(disclosed(conversation), []);
  t.same(outcomes(closed(conversation)), []);
});

t.test('words that an earlier session left unanswered are answered after the disclosure', async (t) => {
  const turn = {
    turnId: 'a-1',
    speaker: 'customer',
    text: 'are you open',
    at: 1_000_400,
    audioOffsetMs: 400,
    audioEndOffsetMs: 800,
    interrupted: false,
    heard: 'acked',
    latencies: null,
  } as const;
  const conversation = answered({}, { resumed: true, turns: [turn] });
  conversation.pass(PROVEN_MS - 300);
  t.equal(conversation.sent('respond'), 0);
  conversation.pass(600);
  t.equal(conversation.sent('respond'), 1);
  conversation.answer('We are.');
  conversation.pass(1_500);
  t.same(transcriptOf(conversation), [`assistant: ${DISCLOSURE}`, 'assistant: We are.']);
});

t.test('the log of a session with a disclosure replays identically', async (t) => {
  const conversation = answered();
  conversation.pass(DISCLOSURE_MS / 2);
  conversation.feed({ type: 'disconnected' });
  conversation.feed({ type: 'connected' });
  conversation.pass(DISCLOSURE_MS + 500);
  const log = parseSessionLog(conversation.log());
  t.same(
    replay(log).map(digest),
    log.inputs.map(({ outputs }) => outputs),
  );
});

t.test('a session without a disclosure begins with its greeting', async (t) => {
  const conversation = converse(briefOf());
  conversation.feed({ type: 'connected' });
  conversation.pass(GREETING_MS + 300);
  t.same(transcriptOf(conversation), [`assistant: ${GREETING}`]);
  t.same(outcomes(closed(conversation)), []);
});
