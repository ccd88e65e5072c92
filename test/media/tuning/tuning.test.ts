/** The effect of other endpointing silences on recorded calls, evaluated from session logs without another call. */
import t from 'tap';
import { readSessionLogs } from '../../../media/session/log.js';
import { sessionSettings } from '../../../media/settings.js';
import { type Candidate, turnsWith } from '../../../media/tuning/evaluate.js';
import { factsOf, type SessionFacts } from '../../../media/tuning/facts.js';
import { summaryOf } from '../../../media/tuning/summary.js';
import { briefOf, type Conversation, converse } from '../session/carrier.js';

const RECORDED: Candidate = { endOfTurn: {}, preemptive: null };
const WITHIN_MS = 1_000;

/** The facts of a recorded call without a greeting. */
const recorded = (play: (conversation: Conversation) => void, preemptive = false): SessionFacts => {
  const settings = sessionSettings({}, preemptive);
  const conversation = converse(briefOf({}, { greeting: '', settings }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  play(conversation);
  const [log] = readSessionLogs(conversation.log()).sessions;
  if (log === undefined) throw new Error('nothing was logged');
  return factsOf(log);
};

/** The customer speaks for 600 ms, and the final result arrives 60 ms later. */
const say = (conversation: Conversation, text: string, endOfUtterance = false): void => {
  conversation.pass(600, true);
  const endMs = conversation.now();
  conversation.pass(60);
  const event = { type: 'final', text, startMs: endMs - 600, endMs, confidence: 1, endOfUtterance } as const;
  conversation.feed({ type: 'recognised', event });
};

/** The turn ends, and the agent answers. */
const answered = (conversation: Conversation): void => {
  conversation.pass(1_300);
  conversation.answer('Yes.');
  conversation.pass(1_500);
};

/** A question, a sentence and a fragment, each answered. */
const patient = (conversation: Conversation): void => {
  say(conversation, 'Are you open?');
  answered(conversation);
  say(conversation, 'I want a table.');
  answered(conversation);
  say(conversation, 'for two');
  answered(conversation);
};

t.test('with the recorded settings turns end when they did', async (t) => {
  const times: number[] = [];
  const facts = recorded((conversation) => {
    patient(conversation);
    for (const turn of conversation.turns()) times.push(turn.latencies?.finalTranscriptMs ?? -1);
  });
  t.ok(facts.isSame);
  t.same(
    turnsWith(facts, RECORDED, WITHIN_MS).map(({ decisionMs }) => Math.round(decisionMs)),
    times.filter((ms) => ms >= 0).map(Math.round),
  );
  t.same(
    turnsWith(facts, RECORDED, WITHIN_MS).map(({ by, isCut, wasted }) => [by, isCut, wasted]),
    [
      ['silence', false, 0],
      ['silence', false, 0],
      ['silence', false, 0],
    ],
  );
});

t.test('shorter silences end turns sooner, and cut off customers who pause', async (t) => {
  const facts = recorded((conversation) => {
    say(conversation, 'a table');
    conversation.pass(400);
    say(conversation, 'for two');
    answered(conversation);
    patient(conversation);
  });
  const short = { endOfTurn: { usualMs: 300 }, preemptive: null };
  const [before, after] = [RECORDED, short].map((candidate) => summaryOf([facts], candidate, WITHIN_MS));
  t.match(before, { turns: 4, falseCuts: 0 });
  t.match(after, { turns: 5, falseCuts: 1 });
  t.ok((after?.p90 ?? 9_999) < (before?.p90 ?? 0), `${after?.p90} and ${before?.p90}`);
  t.match(summaryOf([facts], short, 100), { turns: 5, falseCuts: 0 }, 'a later continuation is no false cut');
});

t.test('longer silences end turns later, and join turns that were cut', async (t) => {
  const facts = recorded((conversation) => {
    say(conversation, 'I want a table.');
    conversation.pass(500);
    say(conversation, 'For two.');
    answered(conversation);
  });
  t.match(summaryOf([facts], RECORDED, WITHIN_MS), { turns: 2, falseCuts: 1 });
  const longer = { endOfTurn: { sentenceMs: 1_200 }, preemptive: null };
  const summary = summaryOf([facts], longer, WITHIN_MS);
  t.match(summary, { turns: 1, falseCuts: 0 });
  t.ok((summary.p50 ?? 0) >= 1_180);
});

t.test('turns ended by the recogniser are counted separately, and no silence changes them', async (t) => {
  const facts = recorded((conversation) => {
    say(conversation, 'hours', true);
    conversation.answer('From noon.');
    conversation.pass(2_000);
  });
  for (const candidate of [RECORDED, { endOfTurn: { usualMs: 100 }, preemptive: null }])
    t.match(summaryOf([facts], candidate, WITHIN_MS), { turns: 0, p50: null, falseCuts: 0, byRecogniser: 1 });
});

t.test('evaluates preemptive requests: how much sooner they are, and how many are wasted', async (t) => {
  const play = (conversation: Conversation): void => {
    patient(conversation);
    say(conversation, 'Are you open.');
    conversation.pass(260);
    say(conversation, 'on Sundays?');
    answered(conversation);
  };
  const facts = recorded(play);
  const off = summaryOf([facts], RECORDED, WITHIN_MS);
  const on = summaryOf([facts], { endOfTurn: {}, preemptive: true }, WITHIN_MS);
  t.same([on.p50, on.p90, off.wasted], [off.p50, off.p90, 0]);
  t.equal(off.askedP50, off.p50);
  t.ok((on.askedP50 ?? 9_999) < (off.askedP50 ?? 0), `${on.askedP50} and ${off.askedP50}`);
  t.equal(on.wasted, 1);

  // A session with preemptive replies confirms the estimate.
  let begun = 0;
  let used = 0;
  const eager = recorded((conversation) => {
    play(conversation);
    for (const { output } of conversation.outputs) {
      if (output.type === 'preemptive' && output.what === 'begun') begun += 1;
      if (output.type === 'preemptive' && output.what === 'used') used += 1;
    }
  }, true);
  t.ok(eager.isSame);
  const turns = turnsWith(eager, RECORDED, WITHIN_MS);
  t.equal(turns.filter(({ requestMs, decisionMs }) => requestMs < decisionMs).length, used);
  t.equal(
    turns.reduce((sum, { wasted }) => sum + wasted, 0),
    begun - used,
  );
});

t.test('words over a greeting and backchannels end no turn', async (t) => {
  const conversation = converse(briefOf());
  conversation.feed({ type: 'connected' });
  conversation.pass(300);
  say(conversation, 'Hello?');
  conversation.pass(1_500);
  conversation.answer('We are open every day from noon to midnight.');
  conversation.pass(600);
  say(conversation, 'mm hm', true);
  conversation.pass(4_000);
  const { sessions, torn } = readSessionLogs(conversation.log());
  t.equal(torn, 0);
  t.same(
    sessions.flatMap((log) => turnsWith(factsOf(log), RECORDED, WITHIN_MS)),
    [],
  );
});

t.test(
  'a log that is torn, has several sessions, or is of another build is read as far as possible',
  async (t) => {
    const conversation = converse(briefOf({}, { greeting: '' }));
    conversation.feed({ type: 'connected' });
    patient(conversation);
    const log = conversation.log();
    const torn = `${log}${log.slice(0, -40)}`;
    const read = readSessionLogs(torn);
    t.match([read.sessions.length, read.torn], [2, 1]);
    t.equal(read.sessions[1]?.inputs.length, (read.sessions[0]?.inputs.length ?? 0) - 1);
    t.same(readSessionLogs('no log\n{"atMs":1}\n'), { sessions: [], torn: 2 });

    const otherBuild = readSessionLogs(log.replaceAll('"outputs":"', '"outputs":"x')).sessions[0];
    if (otherBuild === undefined) throw new Error('the log has no session');
    const facts = factsOf(otherBuild);
    t.notOk(facts.isSame);
    t.equal(turnsWith(facts, RECORDED, WITHIN_MS).length, 3, 'the heard words still count');
    const lacking = { ...otherBuild.brief, settings: JSON.parse('{}') };
    t.throws(() => factsOf({ ...otherBuild, brief: lacking }), /no silences/);
    const unknown = {
      ...otherBuild,
      inputs: [{ atMs: 0, outputs: '', input: JSON.parse('{"type":"later"}') }],
    };
    t.throws(() => factsOf(unknown));
  },
);
