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
    const synthesiser = await makeOutside(choice, 'createSynthesiser');
    if (!isSynthesiser(synthesiser))
      throw new Error(
        'its createSynthesiser does not return a synthesiser: it needs a name, at least one voice, synthesise and close',
      );
    return guarded(synthesiser);
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

const isSynthesiser = (synthesiser: unknown): synthesiser is Synthesiser =>
  isRecord(synthesiser) &&
  typeof synthesiser.name === 'string' &&
  Array.isArray(synthesiser.voices) &&
  synthesiser.voices.length > 0 &&
  synthesiser.voices.every(isVoice) &&
  typeof synthesiser.synthesise === 'function' &&
  typeof synthesiser.close === 'function';

const isChunk = (chunk: unknown): chunk is SpeechChunk =>
  isRecord(chunk) &&
  chunk.mulaw instanceof Uint8Array &&
  (chunk.words === undefined || Array.isArray(chunk.words));

const guarded = (inner: Synthesiser): Synthesiser => ({
  name: inner.name,
  hasQueue: inner.hasQueue === true,
  get voices() {
    // The module may change its list later: invalid entries are dropped, and anything but a list counts as empty.
    const current: unknown = inner.voices;
    return Array.isArray(current) ? current.filter(isVoice) : [];
  },
  synthesise: async function* (request, signal) {
    signal.throwIfAborted();
    const chunks: AsyncIterable<unknown> = inner.synthesise(request, signal);
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      if (!isChunk(chunk))
        throw new SynthesisFailure('protocol', `${inner.name} returned something that is not audio`);
      yield chunk;
    }
    signal.throwIfAborted();
  },
  close: async () => {
    await inner.close();
  },
});
