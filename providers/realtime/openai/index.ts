/** The OpenAI Realtime engine kind: `openai:<model>` or `openai:<model>@<voice>`. */
import type { ProviderKind } from '../../provider-kind.js';
import { headerKey, socketAddress } from '../../speech/recognisers/addresses.js';
import { openaiVoices } from '../../speech/synthesisers/openai/voices.js';
import { REALTIME_LIMITS, type RealtimeLimits } from '../limits.js';
import type { RealtimeEngine, RealtimeStream } from '../realtime-engine.js';
import { openRealtimeSocket } from '../realtime-socket.js';
import { OpenaiStream } from './stream.js';

/** The voice that OpenAI recommends for speech-to-speech. */
const DEFAULT_VOICE = 'marin';
/** OpenAI voices that speech-to-speech does not support. */
const NOT_LIVE = ['fable', 'nova', 'onyx'].map((name) => `openai:${name}`);
const CHOICE = /^([A-Za-z0-9][A-Za-z0-9._-]{0,99})(?:@([A-Za-z0-9][A-Za-z0-9._-]{0,99}))?$/;

/** The model and voice of a choice. @throws Error that says what to write instead */
const parts = (choice: string): { readonly model: string; readonly voice: string } => {
  const [, model, voice = DEFAULT_VOICE] = CHOICE.exec(choice) ?? [];
  if (model === undefined)
    throw new Error('openai: write a model after the colon, such as gpt-realtime, or gpt-realtime@marin');
  if (/transcribe|whisper|translate/.test(model))
    throw new Error('openai: write a conversational model, such as gpt-realtime');
  return { model, voice };
};

/** `limits`: tests shorten them. */
export const openaiRealtimeKind = (
  limits: RealtimeLimits = REALTIME_LIMITS,
): ProviderKind<RealtimeEngine> => ({
  name: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  addressVariable: 'OPENAI_BASE_URL',
  defaultAddress: 'https://api.openai.com/v1',
  defaultChoice: 'gpt-realtime',
  open: async ({ choice, key, address, guard }) => {
    const { model, voice } = parts(choice);
    const checked = { key: headerKey(key), address };
    socketAddress(address, '', new URLSearchParams());
    const voices = openaiVoices(voice).filter(({ id }) => !NOT_LIVE.includes(id));
    const open = new Set<RealtimeStream>();
    return {
      name: `openai:${model}`,
      voices,
      open: ({ language, voiceId }, onEvent) => {
        const own = voices.some(({ id }) => id === voiceId) ? voiceId.slice('openai:'.length) : voice;
        const machine = new OpenaiStream({ ...checked, model, voice: own, language }, limits);
        const stream = openRealtimeSocket(machine, onEvent, () => open.delete(stream), guard);
        open.add(stream);
        return stream;
      },
      close: async () => {
        for (const stream of [...open]) stream.close();
      },
    };
  },
});

/** The voice of a choice, for agents that have no OpenAI voice. @throws Error as `open` */
export const voiceOfChoice = (choice: string): string => parts(choice).voice;
