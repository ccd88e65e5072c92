/** Judges whether calls whose nodes were killed kept their promises, and measures how long each was silent. */
import { type CallFacts, type Kill, killOf, timelineOf } from './call-facts.js';
import { type CalleeAudio, GREETING } from './conversation.js';
import { type Gap, gapsOf, type Spread, spreadOf } from './gaps.js';
import { judgeRecording } from './recording.js';
import { judgeTranscript } from './transcript.js';

/** The promises, by their names in the result. */
export const PROMISES = {
  not_lost: 'each call is ended by one of its parties',
  placed_once: 'each call is placed once',
  streams_last: 'no stream is lost except by a kill',
  billed: 'no call is charged for longer than it was on the line',
  one_greeting: 'the greeting is heard once and written once',
  customer_words: 'the transcript has the customer’s words once and in order, and nothing else',
  agent_words: 'the transcript has the agent’s words, and none that were not heard',
  one_recording: 'there is one recording, and it can be downloaded and decoded',
  recording_turns: 'the recording has speech where the transcript says so',
  recording_words: 'the recording has each word at its place',
  recording_silence: 'the recording is silent where a speaker is silent',
} as const;
type PromiseName = keyof typeof PROMISES;

interface Fault {
  readonly promise: PromiseName;
  readonly callId: string;
  readonly what: string;
}

export interface CallVerdict {
  readonly callId: string;
  readonly faults: readonly Fault[];
  readonly gaps: readonly Gap[];
  readonly offByMs: readonly number[];
  /** Stretches of speech whose place was not judged, since the bench itself stalled meanwhile. */
  readonly unjudged: number;
  readonly customerMayBeLost: number;
  readonly customerLost: number;
  readonly agentMayBeLost: number;
  readonly agentLost: number;
  /** Streams that were closed before they could carry anything. */
  readonly stillborn: number;
  /** Whether the greeting was heard at all; a node may be killed before its first frame. */
  readonly greeted: boolean;
}

/** A pure function, but slow. */
export const judgeCall = (facts: CallFacts, kills: readonly Kill[], audio: CalleeAudio): CallVerdict => {
  const faults: Fault[] = [];
  const report = (promise: PromiseName, what: string): void =>
    void faults.push({ promise, callId: facts.callId, what });
  const { call, diagnostics, transcript } = facts.detail;
  const endedByNetwork = facts.history?.endedBy ?? null;

  const ended = `${call.status}, ${call.endReason} by ${call.endedBy}; at the network by ${endedByNetwork}`;
  const agreed =
    (endedByNetwork === 'callee' && call.endReason === 'customer_hangup') ||
    (endedByNetwork === 'caller' && call.endReason === 'agent_hangup');
  if (call.status !== 'completed' || !agreed) report('not_lost', ended);
  if (facts.placed.length !== 1) report('placed_once', `${facts.placed.length} placements`);

  const { answeredAt = null, endedAt = null } = facts.history ?? {};
  if (
    answeredAt !== null &&
    endedAt !== null &&
    call.durationSeconds > Math.ceil((endedAt - answeredAt) / 1_000)
  )
    report('billed', `${call.durationSeconds} s of ${endedAt - answeredAt} ms`);

  const greetings = facts.understood.heard.filter(
    ({ text, fromStart }) => fromStart && GREETING.startsWith(text),
  );
  if (greetings.length > 1)
    report('one_greeting', `heard at ${greetings.map(({ atMs }) => Math.round(atMs)).join(', ')} ms`);
  const opening = GREETING.split(' ').slice(0, 3).join(' ');
  const written = transcript.filter(
    ({ speaker, text }) => speaker === 'assistant' && text.startsWith(opening),
  );
  if (written.length > 1) report('one_greeting', `written ${written.length} times`);

  const finished = diagnostics.timeline.filter(({ event }) => event === 'call.recording_finished').length;
  if (finished !== 1 || !call.recordingAvailable)
    report('one_recording', `finished ${finished} times, available: ${call.recordingAvailable}`);
  else if (typeof facts.tracks === 'string') report('one_recording', facts.tracks);

  const timeline = timelineOf(facts, kills);
  if (timeline === null) {
    report('not_lost', 'the call never had media');
    return {
      callId: facts.callId,
      faults,
      gaps: [],
      offByMs: [],
      unjudged: 0,
      greeted: false,
      stillborn: 0,
      customerMayBeLost: 0,
      customerLost: 0,
      agentMayBeLost: 0,
      agentLost: 0,
    };
  }
  for (const loss of timeline.losses) {
    const at = timeline.zeroAt + loss;
    if (killOf(kills, at) === undefined)
      report(
        'streams_last',
        `a stream was lost at ${Math.round(loss)} ms without a kill; ${JSON.stringify(facts.history?.streams)}`,
      );
  }
  const words = judgeTranscript(facts, timeline);
  const recording = judgeRecording(facts, timeline, audio);
  for (const { promise, what } of [...words.problems, ...recording.problems]) report(promise, what);
  if (facts.understood.unknownMs > 0)
    report('agent_words', `${facts.understood.unknownMs} ms of speech that is not in the agent's script`);
  return {
    ...words,
    callId: facts.callId,
    faults,
    gaps: gapsOf(facts, timeline),
    offByMs: recording.offByMs,
    unjudged: recording.unjudged,
    greeted: greetings.length > 0,
    stillborn: timeline.stillborn,
  };
};

export interface FailoverResult {
  readonly calls: number;
  readonly kills: number;
  /** The fewest calls that were live at any kill. */
  readonly fewestUp: number;
  /** Total number of lost streams. */
  readonly losses: number;
  readonly mostLossesOfACall: number;
  /** Streams that the service closed in their first second: they carried nothing and delayed the next one. */
  readonly stillborn: number;
  /** ms */
  readonly gaps: Readonly<Record<string, Spread>>;
  /** How long each owed word of an agent took, ms, shortest first: the results of several runs can be joined. */
  readonly heardAgainMs: readonly number[];
  /** The slowest of them, slowest first. */
  readonly slowest: readonly { readonly callId: string; readonly owed: Gap['owed']; readonly ms: number }[];
  /** How far speech is from its place in the recordings, ms. */
  readonly recordingOffBy: Spread;
  /** What may be lost with a process: utterances and replies spoken just before a kill, and how many of them were lost. */
  readonly atTheKill: {
    readonly customerSaid: number;
    readonly customerLost: number;
    readonly agentSaid: number;
    readonly agentLost: number;
    readonly neverGreeted: number;
  };
  /** How long the bench's own processes were blocked at most while calls were live, ms, and how often for 200 ms. */
  readonly stoodStill: {
    readonly balancerMs: number;
    readonly networkMs: number;
    readonly stalls: number;
  };
  /** Stretches of speech whose place in the recording was not judged, since the bench itself stalled meanwhile. */
  readonly unjudged: number;
  /** How many calls break each promise. */
  readonly broken: Readonly<Record<string, number>>;
  readonly faults: readonly Fault[];
}

/** Faults listed in a result; the rest is only counted. */
const MAX_FAULTS = 100;
const SLOWEST = 10;

const present = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null);

export const summarise = (
  verdicts: readonly CallVerdict[],
  kills: readonly Kill[],
  stoodStill: FailoverResult['stoodStill'],
): FailoverResult => {
  const gaps = verdicts.flatMap((verdict) => verdict.gaps);
  const faults = verdicts.flatMap((verdict) => verdict.faults);
  const sum = (select: (verdict: CallVerdict) => number): number =>
    verdicts.reduce((total, verdict) => total + select(verdict), 0);
  const heardAgain = verdicts
    .flatMap(({ callId, gaps: own }) =>
      own.flatMap(({ owed, agentMs }) =>
        owed === 'nothing' || agentMs === null ? [] : [{ callId, owed, ms: Math.round(agentMs) }],
      ),
    )
    .toSorted((a, b) => b.ms - a.ms);
  const agentGap = (...meant: readonly Gap['owed'][]): Spread =>
    spreadOf(heardAgain.flatMap(({ owed, ms }) => (meant.includes(owed) ? [ms] : [])));
  const brokenBy = (name: string): number =>
    new Set(faults.filter(({ promise }) => promise === name).map(({ callId }) => callId)).size;
  return {
    calls: verdicts.length,
    kills: kills.length,
    fewestUp: kills.length === 0 ? 0 : Math.min(...kills.map(({ up }) => up)),
    losses: gaps.length,
    mostLossesOfACall: Math.max(0, ...verdicts.map((verdict) => verdict.gaps.length)),
    stillborn: sum(({ stillborn }) => stillborn),
    gaps: {
      'stream lost to stream up': spreadOf(present(gaps.map(({ socketMs }) => socketMs))),
      'stream lost to session there': spreadOf(present(gaps.map(({ sessionMs }) => sessionMs))),
      'agent cut off to agent heard': agentGap('rest_of_sentence'),
      'question lost its node to agent heard': agentGap('answer'),
      'either of these': agentGap('rest_of_sentence', 'answer'),
    },
    heardAgainMs: heardAgain.map(({ ms }) => ms).toReversed(),
    slowest: heardAgain.slice(0, SLOWEST),
    recordingOffBy: spreadOf(verdicts.flatMap(({ offByMs }) => offByMs)),
    atTheKill: {
      customerSaid: sum(({ customerMayBeLost }) => customerMayBeLost),
      customerLost: sum(({ customerLost }) => customerLost),
      agentSaid: sum(({ agentMayBeLost }) => agentMayBeLost),
      agentLost: sum(({ agentLost }) => agentLost),
      neverGreeted: sum(({ greeted }) => (greeted ? 0 : 1)),
    },
    stoodStill,
    unjudged: sum(({ unjudged }) => unjudged),
    broken: Object.fromEntries(Object.keys(PROMISES).map((name) => [name, brokenBy(name)])),
    faults: faults.slice(0, MAX_FAULTS),
  };
};
