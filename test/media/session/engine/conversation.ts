/** A conversation through a speech-to-speech engine on a manual clock. The test decides when words arrive. */
import type { SessionBrief, SessionOutput } from '../../../../media/session/io.js';
import type { VoiceSettings } from '../../../../schemas/agents/voice-settings.js';
import { briefOf, type CarrierRules, type Conversation, converse } from '../carrier.js';

/** Length of the engine's speech. */
export const ENGINE_MS_PER_CHARACTER = 50;
/** Silence after which the engine reports the end of speech. */
const SILENCE_MS = 500;

type EngineRequest = Extract<SessionOutput, { readonly type: 'engine_respond' }>;
type ToolCall = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };

export interface EngineConversation extends Conversation {
  /** The customer speaks for `ms`, and the engine detects the end. Returns the position of the speech. */
  speak(ms?: number): { readonly startMs: number; readonly endMs: number };
  /** Feeds the words of the speech at that position. */
  words(text: string, at: { readonly startMs: number; readonly endMs: number }): void;
  /** The latest request to the engine. */
  lastRequest(): EngineRequest;
  /** Feeds a part of a reply: words and their audio. `msPerCharacter` sets another speaking rate. */
  replyPart(text: string, msPerCharacter?: number): void;
  /** The engine requests tools, and ends its response. */
  endReply(...calls: readonly ToolCall[]): void;
  /** Feeds a whole reply at once. */
  reply(text: string, ...calls: readonly ToolCall[]): void;
  /** All outputs of that type, in order. */
  outputsOf<T extends SessionOutput['type']>(
    type: T,
  ): readonly Extract<SessionOutput, { readonly type: T }>[];
  transcript(): readonly string[];
}

/** Has no greeting and no voicemail detection, unless `change` sets them. */
export const engineConversation = (
  change: Partial<SessionBrief> = {},
  voice: VoiceSettings = {},
  rules: CarrierRules = {},
): EngineConversation => {
  const conversation = converse(
    briefOf(voice, {
      greeting: '',
      voicemail: { type: 'talk' },
      providers: { models: 1, synthesisers: 1, recognisers: 1, engines: 1 },
      ...change,
    }),
    rules,
  );
  const outputsOf = <T extends SessionOutput['type']>(type: T) =>
    conversation.outputs
      .map(({ output }) => output)
      .filter((output): output is Extract<SessionOutput, { readonly type: T }> => output.type === type);
  const lastRequest = (): EngineRequest => {
    const last = outputsOf('engine_respond').at(-1);
    if (last === undefined) throw new Error('no reply was requested from the engine');
    return last;
  };
  const replyPart = (text: string, msPerCharacter = ENGINE_MS_PER_CHARACTER): void => {
    const { generation } = lastRequest();
    conversation.feed({ type: 'model_text', generation, text });
    const payload = new Uint8Array(Math.round(text.length * msPerCharacter * 8)).fill(0x21);
    conversation.feed({ type: 'model_audio', generation, payload });
  };
  const endReply = (...calls: readonly ToolCall[]): void => {
    const { generation } = lastRequest();
    for (const call of calls) conversation.feed({ type: 'model_tool', generation, ...call });
    conversation.feed({ type: 'model_done', generation });
  };
  conversation.feed({ type: 'connected' });
  return {
    ...conversation,
    outputsOf,
    lastRequest,
    replyPart,
    endReply,
    reply: (text, ...calls) => {
      replyPart(text);
      endReply(...calls);
    },
    speak: (ms = 600) => {
      const startMs = conversation.now();
      conversation.feed({ type: 'engine_speech', startMs });
      // Speech has pauses between words; sound without any counts as noise.
      for (let left = ms; left > 0; left -= 360) {
        conversation.pass(Math.min(left, 300), true);
        conversation.pass(Math.max(0, Math.min(left - 300, 60)));
      }
      const endMs = conversation.now();
      conversation.pass(SILENCE_MS);
      conversation.feed({ type: 'engine_spoken', startMs, endMs });
      return { startMs, endMs };
    },
    words: (text, { startMs, endMs }) =>
      conversation.feed({
        type: 'recognised',
        event: { type: 'final', text, startMs, endMs, confidence: 1, endOfUtterance: false },
      }),
    transcript: () =>
      [...conversation.turns()].sort((a, b) => a.at - b.at).map(({ speaker, text }) => `${speaker}: ${text}`),
  };
};
