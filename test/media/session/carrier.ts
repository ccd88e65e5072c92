/**
 * A conversation with a media session on a manual clock: a carrier that plays audio and echoes marks in real time by
 * Twilio's rules, a synthesiser that produces 60 ms per character, and a customer who makes sounds.
 */
import { gzipSync } from 'node:zlib';
import type { CallCommand } from '../../../actors/call/commands.js';
import type { Turn } from '../../../actors/call/events.js';
import { createMediaSession } from '../../../media/session/index.js';
import type { SessionBrief, SessionInput, SessionOutput } from '../../../media/session/io.js';
import { digest } from '../../../media/session/log.js';
import { createRecordBuffer } from '../../../media/session/log-records.js';
import { sessionSettings } from '../../../media/settings.js';
import { pcmToMulaw } from '../../../providers/speech/dsp/g711.js';
import type { VoiceSettings } from '../../../schemas/agents/voice-settings.js';
import { briefLine, inputLine } from '../../../testkit/session-log-lines.js';

/** The build that logs name. */
export const TEST_BUILD = '0.0.0+test';
/** Length of synthesised speech. */
export const MS_PER_CHARACTER = 60;
const LOUD = new Uint8Array(160).map((_, index) => pcmToMulaw(index % 2 === 0 ? 8_000 : -8_000));
const QUIET = new Uint8Array(160).fill(0xff);

/** A session's brief; `change` overrides the defaults. Fillers come early. */
export const briefOf = (voice: VoiceSettings = {}, change: Partial<SessionBrief> = {}): SessionBrief => ({
  attachmentId: 'attached0',
  instructions: 'Help.',
  greeting: 'Hello there, how can I help?',
  language: 'en',
  settings: sessionSettings({ fillerAfterSeconds: 2, ...voice }),
  phrases: {
    nudge: 'Still there?',
    closing: 'Time is up.',
    apology: 'Sorry about that.',
    filler: 'One moment.',
    stillWorking: 'Nearly there.',
    notUnderstood: 'Please say that again.',
  },
  resumed: false,
  turns: [],
  toolUses: [],
  isBack: false,
  voicemail: { type: 'hang_up' },
  epochMs: 1_000_000,
  backgroundNoise: null,
  confirmsVoice: false,
  providers: { models: 1, synthesisers: 1, recognisers: 1 },
  ...change,
});

/** A session, and the simulated parties around it. */
export interface Conversation {
  /** The session log that a node of an earlier build would have written, with the times of this clock. */
  log(): string;
  /** The same of this build, under the name {@link TEST_BUILD}. */
  recording(): Uint8Array;
  readonly outputs: { readonly atMs: number; readonly output: SessionOutput }[];
  now(): number;
  /** Feeds an input at the current time. */
  feed(input: SessionInput): void;
  /** Advances time; if `speaking`, the customer makes a sound throughout. */
  pass(ms: number, speaking?: boolean): void;
  /** Advances time while this audio arrives: µ-law, in frames of 20 ms. */
  line(audio: Uint8Array): void;
  /** Feeds a final result for speech that has just ended. */
  hear(text: string, lengthMs?: number, endOfUtterance?: boolean): void;
  /** The model answers the latest request. */
  answer(text: string, endCall?: boolean): void;
  turns(): readonly Turn[];
  commands(): readonly CallCommand[];
  notes(): readonly string[];
  sent(type: SessionOutput['type']): number;
  last<T extends SessionOutput['type']>(type: T): Extract<SessionOutput, { type: T }> | undefined;
}

/** Deviations of the carrier and the synthesiser from normal behaviour. */
export interface CarrierRules {
  readonly echo?: 'played' | 'never' | 'twice';
  readonly lateMs?: number;
  /** Utterances are not synthesised automatically. */
  readonly mute?: boolean;
}

/** Plays frames in real time, and echoes the marks between them according to its rules. */
const createPlayer = ({ echo = 'played', lateMs = 0 }: CarrierRules) => {
  let queue: ({ frame: true } | { mark: string })[] = [];
  let due: { atMs: number; name: string }[] = [];
  const reached = (name: string, now: number): void => {
    if (echo === 'never') return;
    for (let time = 0; time < (echo === 'twice' ? 2 : 1); time += 1) due.push({ atMs: now + lateMs, name });
  };
  return {
    frame: (): void => void queue.push({ frame: true }),
    mark: (name: string): void => void queue.push({ mark: name }),
    /** Discards frames that were not played; their marks come back at once. */
    clear: (now: number): void => {
      const marks = queue.flatMap((item) => ('mark' in item ? [item.mark] : []));
      queue = [];
      for (const name of marks) reached(name, now);
    },
    /** Plays 20 ms, until `now`, and reaches the marks before the next frame. Returns the marks that are echoed now. */
    play: (now: number): readonly string[] => {
      for (let head = queue[0]; head !== undefined && 'mark' in head; head = queue[0]) {
        queue.shift();
        reached(head.mark, now);
      }
      queue.shift();
      const ready = due.filter(({ atMs }) => atMs <= now);
      due = due.filter(({ atMs }) => atMs > now);
      return ready.map(({ name }) => name);
    },
  };
};

type OutputViews = Pick<Conversation, 'turns' | 'commands' | 'notes' | 'sent' | 'last'>;

/** Views of a session's outputs. */
const viewsOf = (outputs: Conversation['outputs']): OutputViews => ({
  turns: () =>
    outputs.flatMap(({ output }) =>
      output.type === 'command' && output.command.type === 'record_turn' ? [output.command.turn] : [],
    ),
  commands: () => outputs.flatMap(({ output }) => (output.type === 'command' ? [output.command] : [])),
  notes: () =>
    outputs.flatMap(({ output }) =>
      output.type === 'command' && output.command.type === 'note' ? [output.command.note.code] : [],
    ),
  sent: (type) => outputs.filter(({ output }) => output.type === type).length,
  last: <T extends SessionOutput['type']>(type: T) =>
    outputs
      .map(({ output }) => output)
      .findLast((output): output is Extract<SessionOutput, { type: T }> => output.type === type),
});

/** A conversation before its first input. */
export const converse = (brief: SessionBrief, rules: CarrierRules = {}): Conversation => {
  const session = createMediaSession(brief);
  const player = createPlayer(rules);
  const outputs: { atMs: number; output: SessionOutput }[] = [];
  const logged = [briefLine(brief)];
  const records = createRecordBuffer();
  const members: Uint8Array[] = [];
  records.addBrief(brief, TEST_BUILD);
  let now = 0;
  let timestamp = 0;
  let heardMs = 0;

  const feed = (input: SessionInput): void => {
    const produced = session.step(input, now);
    logged.push(inputLine(input, now, digest(produced)));
    records.addInput(input, now, produced);
    for (const output of produced) {
      outputs.push({ atMs: now, output });
      react(output);
    }
  };

  const react = (output: SessionOutput): void => {
    switch (output.type) {
      case 'send_audio':
        return player.frame();
      case 'send_mark':
        return player.mark(output.name);
      case 'send_clear':
        return player.clear(now);
      case 'synthesise': {
        if (rules.mute === true) return;
        const { utterance, text } = output;
        const payload = new Uint8Array(text.length * MS_PER_CHARACTER * 8).fill(0x20);
        feed({ type: 'speech_audio', utterance, payload, words: [] });
        feed({ type: 'speech_done', utterance });
        return;
      }
    }
  };

  const frame = (payload: Uint8Array): void => {
    now += 20;
    for (const name of player.play(now)) feed({ type: 'mark', name });
    feed({ type: 'audio', timestampMs: timestamp, payload });
    timestamp += 20;
    heardMs += 20;
    feed({ type: 'tick', dueMs: now });
  };

  return {
    ...viewsOf(outputs),
    log: () => logged.join(''),
    recording: () => {
      members.push(gzipSync(records.take(), { level: 1 }));
      return Buffer.concat(members);
    },
    outputs,
    now: () => now,
    feed,
    pass: (ms, speaking = false) => {
      for (const until = now + ms; now < until; ) frame(speaking ? LOUD : QUIET);
    },
    line: (audio) => {
      for (let at = 0; at + 160 <= audio.length; at += 160) frame(audio.subarray(at, at + 160));
    },
    hear: (text, lengthMs = 400, endOfUtterance = true) =>
      feed({
        type: 'recognised',
        event: {
          type: 'final',
          text,
          startMs: heardMs - lengthMs,
          endMs: heardMs,
          confidence: 1,
          endOfUtterance,
        },
      }),
    answer: (text, endCall = false) => {
      const request = outputs.findLast(({ output }) => output.type === 'respond')?.output;
      if (request?.type !== 'respond') throw new Error('no reply was requested from the model');
      const { generation } = request;
      for (const piece of text.match(/\S+\s*/g) ?? []) feed({ type: 'model_text', generation, text: piece });
      if (endCall) feed({ type: 'model_tool', generation, name: 'end_call', arguments: {} });
      feed({ type: 'model_done', generation });
    },
  };
};
