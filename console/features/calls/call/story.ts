/** The events of a call in order: each in words, with its actor and its place in the recording. */
import { lengthOf } from '../../../ui/format.js';
import { formatNumber } from '../../../ui/i18n/language.js';
import { CALL } from '../messages.js';
import { speakersOf } from '../turns/speakers.js';
import { type CallDetail, recordingStartOf } from '../turns/timeline.js';
import { STORY } from './story-messages.js';

type Phase = 'before' | 'conversation' | 'after';

export interface StoryEntry {
  /** ms since the call was requested. */
  readonly atMs: number;
  /** The person or part that acted; null: the service. */
  readonly actor: string | null;
  readonly tone: 'customer' | 'assistant' | 'human' | 'trouble' | null;
  /** What happened, or what was said. */
  readonly words: string;
  /** Its place in the recording, ms; null: it has none. */
  readonly playMs: number | null;
}

interface StoryPart {
  readonly phase: Phase;
  readonly entries: readonly StoryEntry[];
}

/** Events that are shown in more detail. */
const IN_DETAIL: ReadonlySet<string> = new Set([
  'call.turn',
  'call.noted',
  'call.tool_begun',
  'call.tool_ended',
  'call.line_joined',
  'call.line_left',
  'call.taken_over',
  'call.handed_back',
  'call.agent_noted',
]);
/** Steps of the service that say nothing about the call. */
const INTERNAL: ReadonlySet<string> = new Set([
  'call.tokens_used',
  'call.block_due',
  'call.block_reserved',
  'call.hangup_due',
  'call.check_due',
  'call.checked',
]);

const wordsOfCode = (words: Readonly<Record<string, string>>, code: string): string => {
  const known = words[code];
  if (known !== undefined) return known;
  const text = code.replace(/^call\./, '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** What a code of a note, or the name of an event, says to people. Unknown ones are shown as they are called. */
const noteInWords = (code: string): string => wordsOfCode(STORY.notes, code);
const eventInWords = (event: string): string => wordsOfCode(STORY.events, event);

interface Placed extends Omit<StoryEntry, 'atMs'> {
  /** ms since the epoch. */
  readonly at: number;
}

const plain = (at: string, words: string): Placed => ({
  at: Date.parse(at),
  actor: null,
  tone: null,
  words,
  playMs: null,
});

/** The events of a call in order, in up to three parts. Parts without events are left out. */
export const storyOf = (detail: CallDetail): readonly StoryPart[] => {
  const { call } = detail;
  const beganAt = recordingStartOf(detail);
  const requestedAt = Date.parse(call.createdAt);
  const answeredAt = call.startedAt === null ? Number.POSITIVE_INFINITY : Date.parse(call.startedAt);
  const endedAt = call.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(call.endedAt);
  const phaseOf = (at: number): Phase => {
    if (at < answeredAt && at < endedAt) return 'before';
    return at < endedAt ? 'conversation' : 'after';
  };
  const parts: Readonly<Record<Phase, StoryEntry[]>> = { before: [], conversation: [], after: [] };
  for (const { at, playMs, ...entry } of placedOf(detail, beganAt).sort((a, b) => a.at - b.at)) {
    const fromRecording = beganAt === null || at < beganAt || at > endedAt ? null : at - beganAt;
    parts[phaseOf(at)].push({ ...entry, atMs: at - requestedAt, playMs: playMs ?? fromRecording });
  }
  const phases: readonly Phase[] = ['before', 'conversation', 'after'];
  return phases.flatMap((phase) => (parts[phase].length === 0 ? [] : [{ phase, entries: parts[phase] }]));
};

const placedOf = (detail: CallDetail, beganAt: number | null): Placed[] => {
  const { call, transcript, diagnostics } = detail;
  const speakers = speakersOf(call);
  const { lost, toolOutcome } = CALL;
  const events = diagnostics.timeline.flatMap(({ at, event }) =>
    IN_DETAIL.has(event) || INTERNAL.has(event) ? [] : [plain(at, eventInWords(event))],
  );
  const turns = transcript.map(({ createdAt, speaker, text, keys, audioOffsetMs }) => ({
    ...plain(createdAt, keys === true ? STORY.pressed(text) : text),
    actor: speakers[speaker],
    tone: speaker,
    playMs: audioOffsetMs,
  }));
  const tools = diagnostics.toolUses.map(({ at, name, outcome, durationMs }) => ({
    ...plain(at, STORY.used(name, toolOutcome[outcome ?? 'none'], durationMs)),
    actor: speakers.assistant,
    tone: outcome === 'failed' ? ('trouble' as const) : ('assistant' as const),
  }));
  const notes = diagnostics.notes.flatMap(({ code, atMs, audioOffsetMs }): Placed[] => {
    const placeMs = audioOffsetMs ?? atMs;
    if (placeMs === null || beganAt === null) return [];
    const isSpeech = code === 'not_understood';
    return [
      {
        at: beganAt + placeMs,
        actor: isSpeech ? speakers.customer : null,
        tone: isSpeech ? 'customer' : 'trouble',
        words: isSpeech ? lost : noteInWords(code),
        playMs: placeMs,
      },
    ];
  });
  return [...events, ...turns, ...tools, ...notes, ...operatorsIn(diagnostics.operators)];
};

type Operators = NonNullable<CallDetail['diagnostics']['operators']>;
type TakeOver = Operators['takeOvers'][number];

const operatorsIn = (operators: Operators | undefined): readonly Placed[] => {
  if (operators === undefined) return [];
  const { operators: texts } = STORY;
  const nameOf = ({ type, name }: Operators['lines'][number]['by']): string => name ?? texts.unnamed[type];
  const lasting = (from: string, until: string | null): string =>
    until === null ? '' : ` (${lengthOf((Date.parse(until) - Date.parse(from)) / 1_000)})`;
  const spoke = (reason: TakeOver['reason'], at: string, until: string | null): string =>
    `${texts.spoke[reason ?? 'now']}${lasting(at, until)}`;
  const human = { tone: 'human' } as const;
  return [
    ...operators.lines.map(({ by, joinedAt, leftAt }) => ({
      ...plain(joinedAt, `${texts.listened}${lasting(joinedAt, leftAt)}`),
      ...human,
      actor: nameOf(by),
    })),
    ...operators.takeOvers.map(({ by, at, until, reason, note }) => ({
      ...plain(
        at,
        note === null || note === ''
          ? spoke(reason, at, until)
          : texts.withNote(spoke(reason, at, until), note),
      ),
      ...human,
      actor: nameOf(by),
    })),
    ...operators.agentNotes.map(({ by, at, text }) => ({
      ...plain(at, texts.withNote(texts.noted, text)),
      ...human,
      actor: nameOf(by),
    })),
  ];
};

const fixed = (value: number, digits: number): string =>
  formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Since the call was requested: `+0.42 s` in the first minute, later `+1:05`. */
export const sinceStart = (atMs: number): string =>
  atMs < 10_000
    ? `+${fixed(Math.max(0, atMs) / 1_000, 2)} s`
    : atMs < 60_000
      ? `+${fixed(atMs / 1_000, 1)} s`
      : `+${lengthOf(atMs / 1_000)}`;
