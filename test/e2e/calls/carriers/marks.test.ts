/**
 * Receipts that are late, duplicated or missing, and a customer who interrupts: the transcript claims what the phone
 * played, never more, and the call continues. The network, not the receipts, says what the phone played.
 */
import t, { type Test } from 'tap';
import type { CalleeScript, Step } from '../../../../simulators/phone-network/callee.js';
import { type CallDetail, isSettled } from '../../../../testkit/api/client.js';
import { spokenLines, spokenTurns } from '../../../../testkit/api/transcript.js';
import { concurrent } from '../../../../testkit/concurrent.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import type { NetworkClient } from '../../../../testkit/simulators/network-client.js';
import { ONLY_IN_FULL_RUN } from '../../../support/full-run.js';

const CALL_MS = 60_000;
/** Attempts at a conversation that the machine disturbs. */
const TALKS = 5;
const GREETING = 'Hello.';
const ANSWER =
  'We are open every day from noon to midnight, and on Sundays we serve breakfast from nine in the morning until eleven.';
const FAREWELL = 'Take your time. Goodbye!';
/** The 20 ms of a frame, plus the drift of two clocks within a call. */
const CLOCK_MS = 60;

/** A turn and its sound begin within this time of each other, ms: a phone that stumbles is late by as much. */
const SAME_MS = 400;

type Marks = CalleeScript['marks'];

interface Receipts {
  readonly name: string;
  readonly marks: Marks;
  readonly late: number;
  readonly skip: string | false;
}

const MARKS: readonly Receipts[] = [
  { name: 'on time', marks: { echo: 'played', lateMs: 0 }, late: 0, skip: false },
  { name: 'late by 700 ms', marks: { echo: 'played', lateMs: 700 }, late: 700, skip: ONLY_IN_FULL_RUN },
  { name: 'duplicated', marks: { echo: 'twice', lateMs: 0 }, late: 0, skip: ONLY_IN_FULL_RUN },
  { name: 'duplicated and late by 700 ms', marks: { echo: 'twice', lateMs: 700 }, late: 700, skip: false },
  { name: 'missing', marks: { echo: 'never', lateMs: 0 }, late: 0, skip: false },
];

t.setTimeout(300_000);
t.jobs = 12;

/** Between two turns of the agent the customer speaks, and ends; a shorter pause means that the phone stumbled, ms. */
const PAUSE_MS = 300;

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly ms: number;
}

/** What the phone played, turn by turn, on the clock of the call. */
const playedSpans = async (network: NetworkClient, callId: string): Promise<readonly Span[]> => {
  const [placed] = await network.callsOf(callId);
  const spans: Span[] = [];
  for (const { atMs, audio } of await network.heard(placed?.sid ?? '')) {
    const ms = audio.length / 8;
    const last = spans.at(-1);
    if (last !== undefined && atMs - last.untilMs < PAUSE_MS)
      spans.splice(-1, 1, { fromMs: last.fromMs, untilMs: atMs + ms, ms: last.ms + ms });
    else spans.push({ fromMs: atMs, untilMs: atMs + ms, ms });
  }
  return spans;
};

interface Claim {
  readonly text: string;
  /** When the turn began, ms after the first turn: in the transcript, and at the phone. */
  readonly fromMs: number;
  readonly playedFromMs: number;
  /** How long it lasted. */
  readonly ms: number;
  readonly playedMs: number;
}

/** The agent's turns in the transcript next to what the phone played. */
const claimsOf = async (network: NetworkClient, detail: CallDetail): Promise<readonly Claim[]> => {
  const spans = await playedSpans(network, detail.call.id);
  const turns = detail.transcript.filter(({ speaker }) => speaker === 'assistant');
  const began = turns[0]?.audioOffsetMs ?? Number.NaN;
  return turns.map(({ text, audioOffsetMs, audioEndOffsetMs }, index) => {
    const from = audioOffsetMs ?? Number.NaN;
    return {
      text,
      fromMs: from - began,
      playedFromMs: (spans[index]?.fromMs ?? Number.NaN) - (spans[0]?.fromMs ?? Number.NaN),
      ms: (audioEndOffsetMs ?? Number.NaN) - from,
      playedMs: spans[index]?.ms ?? Number.NaN,
    };
  });
};

/** Every turn of the agent matches sound that the phone played at that time, and claims no more of it. */
const checkClaims = (t: Test, claims: readonly Claim[]): void => {
  for (const { text, fromMs, playedFromMs, ms, playedMs } of claims) {
    t.ok(
      ms > 0 && ms <= playedMs + CLOCK_MS,
      `"${text}" claims ${ms} ms, of which the phone played ${playedMs}`,
    );
    t.ok(
      Math.abs(fromMs - playedFromMs) < SAME_MS,
      `it claims to begin at ${fromMs} ms and began at ${playedFromMs}`,
    );
  }
};

const world = await startWorld(t, SILERO_DETECTOR);
const client = world.client();
const agent = await client.createAgent(
  'Chatty',
  `When the customer says "what are your opening hours", say "${ANSWER}".\nOtherwise, say "${FAREWELL}". Then hang up.`,
  { firstGreeting: GREETING },
);
const question = await world.say('what are your opening hours');
const wait = await world.say('one moment please');
const politely = (audio: string): Step => ({ afterSilenceMs: 700, do: { type: 'say', audio } });
let numbers = 0;
const attempt = async (marks: Marks, steps: readonly Step[]): Promise<CallDetail> => {
  numbers += 1;
  const number = `+1415556${String(numbers).padStart(4, '0')}`;
  await world.network.callee(number, { ringMs: 200, marks, steps });
  return client.callUntil(await client.startCall(agent.id, number), isSettled, CALL_MS);
};
// With the first call the recogniser learns the phrases of an agent, and the synthesiser the answer: on a busy machine
// that may take the two seconds after which a customer hears a filler.
await attempt({ echo: 'played', lateMs: 0 }, [politely(question), { atMs: 8_000, do: { type: 'hang_up' } }]);
/**
 * Whether a hiccup of the machine has shifted what is measured here: the phone ran dry, the model did not answer in time,
 * the customer heard a filler, or their pause counted as the end of their turn and they interrupted twice.
 */
const wasDisturbed = async (detail: CallDetail): Promise<boolean> => {
  const [placed] = await world.network.callsOf(detail.call.id);
  if (placed === undefined || placed.stats.underruns > 0 || placed.stats.clears > 2) return true;
  if (detail.diagnostics.notes.some(({ code }) => code === 'model_failed')) return true;
  return spokenTurns(detail).length < detail.transcript.length;
};
const talk = async (marks: Marks, steps: readonly Step[]): Promise<CallDetail> => {
  let last = await attempt(marks, steps);
  for (let tries = 1; tries < TALKS && (await wasDisturbed(last)); tries += 1)
    last = await attempt(marks, steps);
  return last;
};
/** The diagnostics say whether receipts prove how far the agent was heard. */
const checkNotes = (t: Test, detail: CallDetail, marks: Marks): void => {
  const turns = detail.diagnostics.turns.filter(({ speaker }) => speaker === 'assistant');
  const notes = detail.diagnostics.notes.map(({ code }) => code);
  if (marks.echo === 'never') {
    t.same(notes, ['receipts_missing']);
    t.ok(
      turns.every(({ heard }) => heard === 'estimated'),
      'marked as estimated',
    );
  } else {
    t.same(notes, []);
    t.ok(
      turns.every(({ heard }) => heard === 'acked'),
      'proved by receipts',
    );
  }
};

for (const { name, marks, skip } of MARKS) {
  t.test(
    `transcribes a whole answer, receipts ${name}`,
    { ...concurrent(CALL_MS * TALKS), skip },
    async (t) => {
      const detail = await talk(marks, [politely(question), politely(wait)]);
      t.match(detail.call, { status: 'completed', endedBy: 'agent', endReason: 'agent_hangup' });
      t.same(spokenLines(detail), [
        `assistant: ${GREETING}`,
        'customer: what are your opening hours',
        `assistant: ${ANSWER}`,
        'customer: one moment please',
        `assistant: ${FAREWELL}`,
      ]);
      checkNotes(t, detail, marks);
      checkClaims(t, await claimsOf(world.network, detail));
    },
  );
}

for (const { name, marks, late, skip } of MARKS) {
  t.test(
    `transcribes an interrupted answer, receipts ${name}`,
    { ...concurrent(CALL_MS * TALKS), skip },
    async (t) => {
      const detail = await talk(marks, [
        politely(question),
        { afterHearingMs: 2_000, do: { type: 'say', audio: wait } },
      ]);
      t.match(detail.call, { status: 'completed', endedBy: 'agent', endReason: 'agent_hangup' });
      const [placed] = await world.network.callsOf(detail.call.id);
      t.equal(placed?.stats.clears, 2, 'lowered, then cut off');
      const index = detail.transcript.findIndex(({ text }) => text.startsWith('We are open'));
      const cut = detail.transcript[index];
      const text = cut?.text.replace(/[…\s—-]+$/, '') ?? '';
      t.ok(ANSWER.startsWith(text) && text.length < ANSWER.length, `its beginning: "${cut?.text}"`);
      t.match(detail.diagnostics.turns[index], { interrupted: true });
      t.equal(detail.transcript.at(-1)?.text, FAREWELL, 'the interruption got a whole answer');
      checkNotes(t, detail, marks);
      const claims = await claimsOf(world.network, detail);
      checkClaims(t, claims);
      // Receipts can only lag: by their delay, their spacing of 100 ms, and the round trip.
      const claim = claims.find(({ text }) => text.startsWith('We are open'));
      t.ok(
        claim !== undefined && claim.ms >= claim.playedMs - late - 400,
        `and not much less: ${claim?.ms} of ${claim?.playedMs} ms, receipts late by ${late} ms`,
      );
    },
  );
}
