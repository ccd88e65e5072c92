/**
 * A conversation with a media session, time steered by hand: a carrier that plays and echoes marks in real time by
 * Twilio's rules, a synthesiser that makes 60 ms a character, a customer who makes sounds.
 */
import type { CallCommand } from '../../actors/call/commands.js';
import type { Turn } from '../../actors/call/events.js';
import { createMediaSession } from '../../media/session/index.js';
import type { SessionBrief, SessionInput, SessionOutput } from '../../media/session/io.js';
import { sessionSettings } from '../../media/settings.js';
import { pcmToMulaw } from '../../providers/speech/g711.js';
import type { VoiceSettings } from '../../schemas/agent.js';

export const MS_PER_CHARACTER = 60;
const LOUD = new Uint8Array(160).map((_, index) => pcmToMulaw(index % 2 === 0 ? 8_000 : -8_000));
const QUIET = new Uint8Array(160).fill(0xff);

export const briefOf = (voice: VoiceSettings = {}, change: Partial<SessionBrief> = {}): SessionBrief => ({
  attachmentId: 'attached0',
  instructions: 'Help.',
  greeting: 'Hello there, how can I help?',
  language: 'en',
  settings: sessionSettings(voice),
  phrases: { nudge: 'Still there?', closing: 'Time is up.', apology: 'Sorry about that.' },
  resumed: false,
  turns: [],
  epochMs: 1_000_000,
  backgroundNoise: null,
  confirmsVoice: false,
  ...change,
});

export interface Conversation {
  readonly outputs: { readonly atMs: number; readonly output: SessionOutput }[];
  now(): number;
  /** Hands in an input at this moment. */
  feed(input: SessionInput): void;
  /** Lets time pass; `speaking`: the customer makes a sound all the while. */
  pass(ms: number, speaking?: boolean): void;
  /** Lets time pass while this is on the line: µ-law, in frames of 20 ms. */
  line(audio: Uint8Array): void;
  /** The recogniser has understood what was said until now. */
  hear(text: string, lengthMs?: number, endOfUtterance?: boolean): void;
  /** The model answers the latest request. */
  answer(text: string, endCall?: boolean): void;
  turns(): readonly Turn[];
  commands(): readonly CallCommand[];
  notes(): readonly string[];
  sent(type: SessionOutput['type']): number;
  last<T extends SessionOutput['type']>(type: T): Extract<SessionOutput, { type: T }> | undefined;
}

export interface CarrierRules {
  readonly echo?: 'played' | 'never' | 'twice';
  readonly lateMs?: number;
  /** Utterances are not synthesised by themselves. */
  readonly mute?: boolean;
}

export const converse = (brief: SessionBrief, rules: CarrierRules = {}): Conversation => {
  const session = createMediaSession(brief);
  const outputs: { atMs: number; output: SessionOutput }[] = [];
  let now = 0;
  let timestamp = 0;
  let queue: ({ frame: true } | { mark: string })[] = [];
  let due: { atMs: number; name: string }[] = [];
  let heardMs = 0;

  const feed = (input: SessionInput): void => {
    for (const output of session.step(input, now)) {
      outputs.push({ atMs: now, output });
      react(output);
    }
  };

  const react = (output: SessionOutput): void => {
    switch (output.type) {
      case 'send_audio':
        queue.push({ frame: true });
        return;
      case 'send_mark':
        queue.push({ mark: output.name });
        return;
      case 'send_clear': {
        const marks = queue.flatMap((item) => ('mark' in item ? [item.mark] : []));
        queue = [];
        for (const name of marks) echo(name);
        return;
      }
      case 'synthesise': {
        if (rules.mute === true) return;
        const { utterance, text } = output;
        feed({
          type: 'speech_audio',
          utterance,
          payload: new Uint8Array(text.length * MS_PER_CHARACTER * 8).fill(0x20),
          words: [],
        });
        feed({ type: 'speech_done', utterance });
        return;
      }
    }
  };

  const echo = (name: string): void => {
    if (rules.echo === 'never') return;
    for (let time = 0; time < (rules.echo === 'twice' ? 2 : 1); time += 1)
      due.push({ atMs: now + (rules.lateMs ?? 0), name });
  };

  /** 20 ms of playing; marks before the next frame have been reached. */
  const play = (): void => {
    for (let head = queue[0]; head !== undefined && 'mark' in head; head = queue[0]) {
      queue.shift();
      echo(head.mark);
    }
    queue.shift();
    const ready = due.filter(({ atMs }) => atMs <= now);
    due = due.filter(({ atMs }) => atMs > now);
    for (const { name } of ready) feed({ type: 'mark', name });
  };

  const frame = (payload: Uint8Array): void => {
    now += 20;
    play();
    feed({ type: 'audio', timestampMs: timestamp, payload });
    timestamp += 20;
    heardMs += 20;
    feed({ type: 'tick', dueMs: now });
  };

  return {
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
      if (request?.type !== 'respond') throw new Error('nobody asked the model');
      const { generation } = request;
      for (const piece of text.match(/\S+\s*/g) ?? []) feed({ type: 'model_text', generation, text: piece });
      if (endCall) feed({ type: 'model_tool', generation, name: 'end_call' });
      feed({ type: 'model_done', generation });
    },
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
  };
};
