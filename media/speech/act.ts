/**
 * One thing that the agent sets out to say, made of one or more utterances: a greeting, a reply with its sentences, a
 * nudge. The part of it that was heard becomes one turn of the transcript.
 */
import type { Turn, TurnLatencies } from '../../actors/call/events.js';
import { joinText, joinTexts } from '../../providers/speech/written-words.js';
import type { Utterance, UtteranceKind } from './utterance.js';

/** A part that was heard. */
export interface HeardPart {
  readonly text: string;
  /** The rest of its text, which was not heard. */
  readonly unheard: string;
  /** It continues a text that was cut, and no white space was at the cut. */
  readonly isGlued: boolean;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly heard: 'acked' | 'estimated';
  /** How much of its audio was played, ms, without what had been played before, and the engine response that spoke it; null: none did. */
  readonly playedMs: number;
  readonly response: string | null;
}

export interface SpeechAct {
  readonly kind: UtteranceKind;
  readonly generation: number;
  /** Utterances that are not settled yet. */
  open: Utterance[];
  parts: HeardPart[];
  /** Nothing more will be added. */
  complete: boolean;
  timing: ReplyTiming | null;
}

/** When each stage of a reply was reached, ms of the session's clock. */
export interface ReplyTiming {
  readonly speechEndAt: number;
  /** Null while the reply is made before the customer's words are known. */
  finalAt: number | null;
  firstTokenAt: number | null;
  firstAudioAt: number | null;
  firstFrameAt: number | null;
  firstPlayedAt: number | null;
}

export const newSpeechAct = (
  kind: UtteranceKind,
  generation: number,
  timing: ReplyTiming | null = null,
): SpeechAct => ({
  kind,
  generation,
  open: [],
  parts: [],
  complete: false,
  timing,
});

/** Whether there is nothing to add and nothing to wait for. */
export const isFinished = (act: SpeechAct): boolean => act.complete && act.open.length === 0;

/** The turn of what was heard, or null if nothing was. */
export const turnOf = (
  act: SpeechAct,
  turnId: string,
  epochMs: number,
  interrupted: boolean,
): Turn | null => {
  // Parts are booked in the order of their receipts; the turn needs the order in which they began.
  const played = [...act.parts]
    .filter((part) => part.endsAt > part.startsAt)
    .sort((a, b) => a.startsAt - b.startsAt);
  const heard = played.filter((part) => part.text !== '');
  // A word that was cut and resumed began where its first sound was heard.
  const first = played[0];
  const last = heard.at(-1);
  if (first === undefined || last === undefined) return null;
  const unheard = joinTexts(act.parts.map((part) => part.unheard));
  return {
    turnId,
    speaker: 'assistant',
    text: heard.reduce((text, part) => joinText(text, part.text, part.isGlued), ''),
    at: Math.round(epochMs + first.startsAt),
    audioOffsetMs: Math.max(0, Math.round(first.startsAt)),
    audioEndOffsetMs: Math.max(0, Math.round(last.endsAt)),
    interrupted,
    heard: heard.some((part) => part.heard === 'estimated') ? 'estimated' : 'acked',
    latencies: act.timing === null ? null : latenciesOf(act.timing),
    ...(interrupted && unheard !== '' ? { unheard } : {}),
    ...(act.kind === 'nudge' ? { nudge: true } : {}),
    ...(act.kind === 'disclosure' ? { disclosure: true } : {}),
  };
};

/** Latencies, each from the customer's end of speech (docs/explanation/media.md "Turns"). */
const latenciesOf = (timing: ReplyTiming): TurnLatencies => {
  const since = (at: number | null): number | null =>
    at === null ? null : Math.max(0, Math.round((at - timing.speechEndAt) * 10) / 10);
  return {
    finalTranscriptMs: since(timing.finalAt),
    firstTokenMs: since(timing.firstTokenAt),
    firstAudioMs: since(timing.firstAudioAt),
    firstFrameMs: since(timing.firstFrameAt),
    firstPlayedMs: since(timing.firstPlayedAt),
  };
};
