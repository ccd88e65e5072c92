/** Guards an external synthesiser: output that is not audio is a failure, so that the next synthesiser speaks. */
import { isRecord } from '../../schemas/json.js';
import type { ProviderKind } from '../provider-kind.js';
import type { SpeechChunk, Synthesiser, Voice } from '../speech/synthesiser.js';
import { SynthesisFailure } from '../speech/synthesisers/failure.js';
import { MODULE, makeOutside } from './load.js';

/** `module:<package or file>[#choice]`; the module exports `createSynthesiser(settings)`. */
export const OUTSIDE_SYNTHESISER: ProviderKind<Synthesiser> = {
  ...MODULE,
  open: async ({ choice }) => {
    const made = await makeOutside(choice, 'createSynthesiser');
    if (!isSynthesiser(made))
      throw new Error(
        'its createSynthesiser gives no synthesiser: it needs a name, at least one voice, synthesise and close',
      );
    return guarded(made);
  },
};

const GENDERS: ReadonlySet<unknown> = new Set(['male', 'female', 'neutral']);

const isVoice = (voice: unknown): voice is Voice =>
  isRecord(voice) &&
  typeof voice.id === 'string' &&
  voice.id !== '' &&
  typeof voice.name === 'string' &&
  typeof voice.language === 'string' &&
  GENDERS.has(voice.gender);

const isSynthesiser = (made: unknown): made is Synthesiser =>
  isRecord(made) &&
  typeof made.name === 'string' &&
  Array.isArray(made.voices) &&
  made.voices.length > 0 &&
  made.voices.every(isVoice) &&
  typeof made.synthesise === 'function' &&
  typeof made.close === 'function';

const isChunk = (chunk: unknown): chunk is SpeechChunk =>
  isRecord(chunk) &&
  chunk.mulaw instanceof Uint8Array &&
  (chunk.words === undefined || Array.isArray(chunk.words));

const guarded = (inner: Synthesiser): Synthesiser => ({
  name: inner.name,
  get voices() {
    // The module may change its list later: invalid entries are dropped, and anything but a list counts as empty.
    const now: unknown = inner.voices;
    return Array.isArray(now) ? now.filter(isVoice) : [];
  },
  synthesise: async function* (request, signal) {
    signal.throwIfAborted();
    const chunks: AsyncIterable<unknown> = inner.synthesise(request, signal);
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      if (!isChunk(chunk)) throw new SynthesisFailure('protocol', `${inner.name} brought what is no audio`);
      yield chunk;
    }
    signal.throwIfAborted();
  },
  close: async () => {
    await inner.close();
  },
});
