/** Ended calls as their actors write them: decided by the actor itself, one commit per command. */

import type { CallCommand } from '../../actors/call/commands.js';
import type { AgentSnapshot, RecordingFacts } from '../../actors/call/events.js';
import { call } from '../../actors/call/index.js';
import type { ActorRef, TimerDue } from '../../actors/runtime/actor.js';
import { commitText } from '../../actors/runtime/journal/commit.js';
import { deriveId } from '../../schemas/ids.js';
import { AGENT } from '../demo-script.js';

/** The person called. */
export interface Callee {
  readonly contactId: string | null;
  readonly name: string | null;
  readonly number: string;
}

/** What happens on a call; what is left out differs from call to call. */
interface Course {
  readonly agent?: AgentSnapshot;
  /** Null: the call is not answered. */
  readonly said?: readonly string[] | null;
  /** How long the agent's answers take, ms (355). */
  readonly answerMs?: number;
  /** Null: the recording is not kept. */
  readonly recording?: RecordingFacts | null;
}

/** A call, from its beginning at `beganAt`, ms since the epoch. */
interface CallToWrite {
  readonly to: Callee;
  readonly beganAt: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly course?: Course;
}

/** A commit to be written to the journal. */
export interface WrittenCommit {
  readonly commandId: string;
  readonly text: string;
}

const AGENTS: readonly AgentSnapshot[] = ['Bella Vista', 'City Dental', 'North Insurance'].map(
  (name, index) => ({
    agentId: deriveId('bench', 'agent', `${index}`),
    name,
    instructions: AGENT.instructions.replaceAll('Bella Vista', name),
    greeting: AGENT.greeting.replaceAll('Bella Vista', name),
    languageCode: 'en',
    voiceSettings: { firstGreeting: AGENT.greeting.replaceAll('Bella Vista', name) },
    knowledgeSourceIds: [],
  }),
);

const CUSTOMER_LINES = [
  ...[
    'I would like to book a table',
    'for two people',
    'could you say that again',
    'what are your opening hours',
  ],
  ...[
    'tomorrow at seven would be fine',
    'my name is Miller',
    'the invoice of last month is wrong',
    'no, nothing else',
  ],
  ...['I cannot come on Tuesday, is there anything on Thursday or Friday instead', 'thank you goodbye'],
] as const;
const AGENT_LINES = [
  ...['With pleasure. For how many people?', 'A table is reserved. We look forward to seeing you.'],
  ...[
    'We are open from noon to midnight. Can I do anything else?',
    'Thank you, Mr Miller. What is it about?',
  ],
  ...[
    'I am sorry to hear that. I have made a note, and a colleague will call you back today.',
    'You are welcome.',
  ],
  ...[
    'There is a place on Thursday at ten past nine. Shall I put you down for it?',
    'Thank you for calling. Goodbye!',
  ],
] as const;

/** A call in progress, as its actor sees it. */
const startCall = (ref: ActorRef, beganAt: number, random: () => number) => {
  const written: WrittenCommit[] = [];
  let state = call.initial(ref);
  let at = beganAt;
  const newId = (): string => deriveId('bench', ref.id, `${random()}`, `${written.length}`);
  return {
    written,
    newId,
    now: (): number => at,
    state: () => state,
    pick: (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '',
    /** Sends a command some time after the previous one. */
    apply: (command: CallCommand | TimerDue, afterMs: number): void => {
      at += Math.round(afterMs * (0.5 + random()));
      const commandId = newId();
      const events = call.decide(state, { commandId, at, command });
      if (events.length === 0) return;
      for (const event of events) state = call.evolve(state, event, at);
      written.push({ commandId, text: commitText({ commandId, at, events }) });
    },
  };
};

type StartedCall = ReturnType<typeof startCall>;

/** A call of a minute or two with three to five questions and their answers; one in eight is not answered. */
export const callThatEnded = (
  ref: ActorRef,
  { to, beganAt, random, course = {} }: CallToWrite,
): readonly WrittenCommit[] => {
  const started = startCall(ref, beganAt, random);
  const { apply, newId, written } = started;
  const chance = random();
  const agent = course.agent ?? agentOf(chance);
  const carrierCallId = `CA${newId().replaceAll('-', '')}`;
  const { contactId, name: contactName, number: destination } = to;
  const values = contactName === null ? {} : { name: contactName };
  const callee = { contactId, contactName, destination, values, callData: {}, replaced: [] };
  const start = { type: 'start', carrier: 'twilio', line: 'leased', reservedBlocks: 1 } as const;
  apply({ ...start, agent, callee, campaign: null, startBy: beganAt * 2 }, 0);
  const rules = [{ rule: 'suppression', result: 'passed' }] as const;
  apply({ type: 'clear_result', result: { outcome: 'cleared', at: started.now(), rules } }, 3);
  apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId } }, 200);
  const isUnanswered = random() < 0.125;
  if (course.said === undefined ? isUnanswered : course.said === null) {
    apply({ type: 'carrier_report', report: { carrierCallId, progress: 'no_answer' } }, 20_000);
    apply({ type: 'settle_result', blocks: 0, chargedMicrocredits: 0 }, 10);
    return written;
  }
  apply({ type: 'carrier_report', report: { carrierCallId, progress: 'answered' } }, 6_000);
  const answeredAt = started.now();
  const attachmentId = newId();
  apply({ type: 'attach_media', attachmentId, carrierCallId }, 100);
  apply({ type: 'begin_greeting' }, 150);
  converse(started, { agent, attachmentId, carrierCallId, random, course });
  if (random() < 0.5) {
    apply({ type: 'hang_up', by: 'agent', reason: 'agent_hangup', attachmentId }, 5);
    apply({ type: 'hangup_result', attempt: 1, outcome: 'accepted' }, 100);
  }
  const durationSeconds = Math.ceil((started.now() - answeredAt) / 1_000);
  apply({ type: 'carrier_report', report: { carrierCallId, progress: 'completed', durationSeconds } }, 100);
  apply({ type: 'detach_media', attachmentId }, 5);
  apply({ type: 'settle_result', blocks: Math.ceil(durationSeconds / 20), chargedMicrocredits: 20_000 }, 5);
  const durationMs = durationSeconds * 1_000;
  const file = { filename: `${ref.id}.opus`, bytes: durationSeconds * 3_200, durationMs };
  apply(
    { type: 'recording_result', recording: course.recording === undefined ? file : course.recording },
    400,
  );
  return written;
};

const agentOf = (chance: number): AgentSnapshot => {
  const agent = AGENTS[Math.floor(chance * AGENTS.length)];
  if (agent === undefined) throw new Error('chance is not in [0, 1)');
  return agent;
};

interface Conversation {
  readonly agent: AgentSnapshot;
  readonly attachmentId: string;
  readonly carrierCallId: string;
  readonly random: () => number;
  readonly course: Course;
}

/** The share of each latency in the time until an answer is heard. */
const LATENCIES = {
  finalTranscriptMs: 0.82,
  firstTokenMs: 0.828,
  firstAudioMs: 0.976,
  firstFrameMs: 0.976,
  firstPlayedMs: 1,
} as const;

const converse = (
  { apply, now, state, pick }: StartedCall,
  { agent, attachmentId, carrierCallId, random, course }: Conversation,
): void => {
  const { answerMs = 354, said } = course;
  const beganAt = now();
  let turns = 0;
  const jittered = (ms: number): number => Math.round(ms * (8 + 4 * random())) / 10;
  const speak = (speaker: 'customer' | 'assistant', text: string): void => {
    turns += 1;
    const audioOffsetMs = now() - beganAt;
    const latencies = {
      finalTranscriptMs: jittered(answerMs * LATENCIES.finalTranscriptMs),
      firstTokenMs: jittered(answerMs * LATENCIES.firstTokenMs),
      firstAudioMs: jittered(answerMs * LATENCIES.firstAudioMs),
      firstFrameMs: jittered(answerMs * LATENCIES.firstFrameMs),
      firstPlayedMs: jittered(answerMs * LATENCIES.firstPlayedMs),
    };
    const turn = {
      turnId: `${attachmentId.slice(0, 8)}-${turns}`,
      speaker,
      text,
      at: now() + 30,
      audioOffsetMs,
      audioEndOffsetMs: audioOffsetMs + text.length * 60,
      interrupted: speaker === 'assistant' && random() < 0.1,
      heard: 'acked' as const,
      latencies: speaker === 'customer' || turns === 1 ? null : latencies,
    };
    apply({ type: 'record_turn', turn }, text.length * 60);
  };
  /** Pays for further blocks, and checks whether the carrier still has the call. */
  const advanceTimers = (): void => {
    const { billing, checking } = state();
    if (now() > beganAt + billing.reservedBlocks * 20_000 - 3_000) {
      apply({ type: 'timer_due', name: 'block' }, 0);
      apply({ type: 'block_result', block: billing.reservedBlocks + 1, granted: true }, 5);
    }
    if (now() <= checking.nextAt) return;
    apply({ type: 'timer_due', name: 'check' }, 0);
    const report = { carrierCallId, progress: 'answered' } as const;
    apply({ type: 'check_result', check: state().checking.count, result: { outcome: 'found', report } }, 50);
  };
  speak('assistant', agent.greeting);
  const questions = Array.from({ length: 3 + Math.floor(random() * 3) }, () => null);
  for (const line of said ?? questions) {
    speak('customer', line ?? pick(CUSTOMER_LINES));
    advanceTimers();
    speak('assistant', pick(AGENT_LINES));
  }
};
