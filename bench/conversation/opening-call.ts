/**
 * One opening of the corpus, heard by a media session in virtual time: the callee speaks and beeps, a recogniser reports
 * the words, the model answers every request, and a carrier plays the agent's speech and echoes its marks.
 */
import type { MachineReason } from '../../media/policies/answering-machine.js';
import type { CalleeVerdict } from '../../media/policies/callee-question.js';
import { createMediaSession } from '../../media/session/index.js';
import type { SessionBrief, SessionInput, SessionOutput } from '../../media/session/io.js';
import { sessionSettings } from '../../media/settings.js';
import { phrasesFor } from '../../media/speech/phrases.js';
import { encodeMulaw, pcmToMulaw } from '../../providers/speech/dsp/g711.js';
import type { Voicemail } from '../../schemas/agents/voicemail.js';
import type { Opening } from './corpora.js';
import { wordsOf } from './opening-words.js';

export const MESSAGE = 'This is Ada of the bike shop. Please call me back.';
const ANSWER = 'I am calling about your order.';

const FRAME_MS = 20;
const FRAME_BYTES = 160;
const SAMPLE_RATE = 8_000;
const LOUD = new Uint8Array(FRAME_BYTES).map((_, index) => pcmToMulaw(index % 2 === 0 ? 8_000 : -8_000));
const QUIET = new Uint8Array(FRAME_BYTES).fill(0xff);
const MS_PER_CHARACTER = 60;
/** How long after a word it is reported, and after a phrase its final words. */
const PARTIAL_MS = 250;
const FINAL_MS = 300;
const MODEL_MS = 500;
const SYNTHESIS_MS = 150;
/** How long the line stays open after the opening: longer than a message takes. */
const AFTER_MS = 12_000;

export interface OpeningOptions {
  readonly voicemail: Voicemail;
  /** The recogniser: reports the end of each phrase, or never gets beyond partial results. */
  readonly recogniser: 'finals' | 'partials';
  /** The model's verdict on the callee, from its words so far; it takes half a second. Absent: it never answers. */
  readonly judge?: (words: string) => CalleeVerdict | null;
}

export interface OpeningResult {
  /** The reason with which the session hung up as on a machine; null: it did not hang up. */
  readonly reason: MachineReason | null;
  /** When it hung up, ms. */
  readonly endedAt: number | null;
  readonly screened: boolean;
  /** Replies of which anything was heard. */
  readonly replies: number;
  /** From the end of the callee's last words to the agent's next words, ms; null: none followed. */
  readonly waitMs: number | null;
  /** Whether the whole message was heard after the beep, or after the last word if there is none. */
  readonly messageLeft: boolean;
  /** Questions to the model. */
  readonly questions: number;
}

const briefOf = ({ language }: Opening, voicemail: Voicemail): SessionBrief => ({
  attachmentId: 'opening',
  instructions: 'Help.',
  greeting: '',
  language,
  settings: sessionSettings({}),
  phrases: phrasesFor(language, ''),
  resumed: false,
  turns: [],
  toolUses: [],
  isBack: false,
  voicemail,
  epochMs: 0,
  backgroundNoise: null,
  confirmsVoice: false,
  providers: { models: 1, synthesisers: 1, recognisers: 1 },
});

interface Due {
  readonly atMs: number;
  readonly input: SessionInput;
  readonly generation?: number;
}

/** The recogniser's reports on an opening. */
const reportsOf = (opening: Opening, recogniser: OpeningOptions['recogniser']): readonly Due[] =>
  wordsOf(opening).flatMap((words) => {
    const startMs = words[0]?.startMs ?? 0;
    const endMs = words.at(-1)?.endMs ?? 0;
    const partials = words.map((word, index): Due => {
      const text = words
        .slice(0, index + 1)
        .map((each) => each.text)
        .join('');
      const event = { type: 'partial', text, startMs, endMs: word.endMs } as const;
      return { atMs: word.endMs + PARTIAL_MS, input: { type: 'recognised', event } };
    });
    if (recogniser === 'partials') return partials;
    const text = words.map((word) => word.text).join('');
    const event = { type: 'final', text, startMs, endMs, confidence: 1, endOfUtterance: true } as const;
    return [...partials, { atMs: endMs + FINAL_MS, input: { type: 'recognised', event } }];
  });

/** The callee's audio: 20 ms at a time. */
const soundOf = (opening: Opening, lastWordAt: number): ((atMs: number) => Uint8Array) => {
  const spoken = wordsOf(opening).map((words) => ({
    from: words[0]?.startMs ?? 0,
    to: words.at(-1)?.endMs ?? 0,
  }));
  const { beep } = opening;
  const tone = beep === null ? null : toneOf(beep.hz, beep.durationMs);
  const beepAt = lastWordAt + (beep?.delayMs ?? 0);
  return (atMs) => {
    if (spoken.some(({ from, to }) => atMs >= from && atMs < to)) return LOUD;
    const at = Math.floor((atMs - beepAt) / FRAME_MS) * FRAME_BYTES;
    if (tone === null || at < 0 || at + FRAME_BYTES > tone.length) return QUIET;
    return tone.subarray(at, at + FRAME_BYTES);
  };
};

const toneOf = (hz: number, durationMs: number): Uint8Array =>
  encodeMulaw(
    Int16Array.from({ length: Math.floor((durationMs * SAMPLE_RATE) / 1_000) }, (_, index) =>
      Math.round(8_000 * Math.sin((2 * Math.PI * hz * index) / SAMPLE_RATE)),
    ),
  );

interface Played {
  readonly utterance: string;
  readonly atMs: number;
}

/** Plays the agent's audio in real time, and echoes marks. */
const createPlayer = () => {
  let queue: ({ readonly utterance: string | null } | { readonly mark: string })[] = [];
  const played: Played[] = [];
  return {
    played,
    push: (item: { readonly utterance: string | null } | { readonly mark: string }): void =>
      void queue.push(item),
    /** Discards what was not played, and returns its marks. */
    clear: (): readonly string[] => {
      const marks = queue.flatMap((item) => ('mark' in item ? [item.mark] : []));
      queue = [];
      return marks;
    },
    /** Plays 20 ms, and returns the marks before it. */
    play: (atMs: number): readonly string[] => {
      const marks: string[] = [];
      for (let head = queue[0]; head !== undefined && 'mark' in head; head = queue[0]) {
        queue.shift();
        marks.push(head.mark);
      }
      const frame = queue.shift();
      if (frame !== undefined && 'utterance' in frame && frame.utterance !== null)
        played.push({ utterance: frame.utterance, atMs });
      return marks;
    },
  };
};

/** Plays the opening to a session. */
export const callOpening = (opening: Opening, options: OpeningOptions): OpeningResult => {
  const session = createMediaSession(briefOf(opening, options.voicemail));
  const player = createPlayer();
  const lastWordAt = wordsOf(opening).at(-1)?.at(-1)?.endMs ?? 0;
  const beepEndsAt =
    opening.beep === null ? lastWordAt : lastWordAt + opening.beep.delayMs + opening.beep.durationMs;
  const sound = soundOf(opening, lastWordAt);
  const texts = new Map<string, string>();
  const cancelled = new Set<number>();
  let due: Due[] = [...reportsOf(opening, options.recogniser)];
  let now = 0;
  let reason: string | null = null;
  let endedAt: number | null = null;
  let screened = false;
  let questions = 0;

  const later = (ms: number, input: SessionInput, generation?: number): void =>
    void due.push({ atMs: now + ms, input, ...(generation === undefined ? {} : { generation }) });
  const feed = (input: SessionInput): void => {
    for (const output of session.step(input, now)) react(output);
  };
  const react = (output: SessionOutput): void => {
    switch (output.type) {
      case 'send_audio':
        return player.push({ utterance: output.utterance });
      case 'send_mark':
        return player.push({ mark: output.name });
      case 'send_clear':
        for (const name of player.clear()) later(0, { type: 'mark', name });
        return;
      case 'respond': {
        const { generation } = output;
        later(MODEL_MS, { type: 'model_text', generation, text: ANSWER }, generation);
        return later(MODEL_MS, { type: 'model_done', generation }, generation);
      }
      case 'cancel_response':
        return void cancelled.add(output.generation);
      case 'synthesise': {
        const { utterance, text } = output;
        texts.set(utterance, text);
        const payload = new Uint8Array(text.length * MS_PER_CHARACTER * 8).fill(0x20);
        later(SYNTHESIS_MS, { type: 'speech_audio', utterance, payload, words: [] });
        return later(SYNTHESIS_MS, { type: 'speech_done', utterance });
      }
      case 'ask_answerer': {
        questions += 1;
        const { question, words } = output;
        if (options.judge !== undefined)
          later(MODEL_MS, { type: 'answerer_judged', question, verdict: options.judge(words) });
        return;
      }
      case 'command':
        if (output.command.type === 'hang_up') {
          reason = output.command.reason;
          endedAt ??= now;
        } else if (output.command.type === 'note' && output.command.note.code === 'call_screened')
          screened = true;
        return;
    }
  };

  feed({ type: 'connected' });
  for (const end = beepEndsAt + AFTER_MS; now < end && endedAt === null; ) {
    const payload = sound(now);
    const timestampMs = now;
    now += FRAME_MS;
    for (const name of player.play(now)) feed({ type: 'mark', name });
    feed({ type: 'audio', timestampMs, payload });
    const ready = due.filter(({ atMs }) => atMs <= now);
    due = due.filter(({ atMs }) => atMs > now);
    for (const { input, generation } of ready)
      if (generation === undefined || !cancelled.has(generation)) feed(input);
    feed({ type: 'tick', dueMs: now });
  }

  const heard = [...texts].map(([utterance, text]) => ({
    text,
    frames: player.played.filter((frame) => frame.utterance === utterance),
  }));
  const lengthOf = (text: string): number => Math.floor((text.length * MS_PER_CHARACTER) / FRAME_MS);
  const firstAfter = player.played.find(({ atMs }) => atMs >= lastWordAt);
  return {
    reason: isMachineReason(reason) ? reason : null,
    endedAt,
    screened,
    replies: heard.filter(({ text, frames }) => text === ANSWER && frames.length > 0).length,
    waitMs: firstAfter === undefined ? null : firstAfter.atMs - lastWordAt,
    messageLeft: heard.some(
      ({ text, frames }) =>
        text === MESSAGE && frames.length >= lengthOf(text) && (frames[0]?.atMs ?? 0) >= beepEndsAt,
    ),
    questions,
  };
};

const REASONS: ReadonlySet<string> = new Set<MachineReason>([
  'voicemail',
  'mailbox_full',
  'not_in_service',
  'unavailable',
  'ivr_menu',
]);

const isMachineReason = (reason: string | null): reason is MachineReason =>
  reason !== null && REASONS.has(reason);
