/** Callees on the simulated network that speak with the voices of a business. */
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { SimulatedCallers } from '../../operations/calls/call-deps.js';
import type { Synthesiser, Voice } from '../../providers/speech/synthesiser.js';
import {
  type NetworkControl,
  type PreparedSentence,
  putPoliteCallee,
} from '../../simulators/phone-network/polite-callee.js';

/** Time limit for the synthesis of all sentences, ms. */
const VOICE_MS = 20_000;
const VOICE = 'flite:rms';

/** The voices available to a business's agents, and their synthesisers, which are held until released. */
interface Speakers {
  voicesOf(businessId: string): Promise<readonly (Voice & { readonly owner: string | null })[]>;
  speakerOf(
    owner: string | null,
    voiceId: string,
  ): Promise<{ readonly value: Synthesiser; release(): void } | null>;
}

/** `speakers`: the source of their voices. */
export const createSimulatedCallers = (network: NetworkControl, speakers: Speakers): SimulatedCallers => ({
  prepare: async (businessId, number, says) =>
    putPoliteCallee(network, number, await spoken(speakers, businessId, says)),
});

/** Synthesises each sentence. */
const spoken = async (
  speakers: Speakers,
  businessId: string,
  says: readonly string[],
): Promise<readonly PreparedSentence[]> => {
  const voices = await speakers.voicesOf(businessId);
  const voice = voices.find(({ id }) => id === VOICE) ?? voices[0];
  const speaker = voice === undefined ? null : await speakers.speakerOf(voice.owner, voice.id);
  if (voice === undefined || speaker === null) throw new Error('no voice is available for simulated callers');
  const within = timeoutSignal(VOICE_MS);
  try {
    const sentences: PreparedSentence[] = [];
    for (const text of says) {
      const pieces: Buffer[] = [];
      const request = { text, voiceId: voice.id, language: voice.language };
      for await (const { mulaw } of speaker.value.synthesise(request, within))
        pieces.push(Buffer.from(mulaw));
      sentences.push({ text, audio: Buffer.concat(pieces).toString('base64') });
    }
    return sentences;
  } finally {
    speaker.release();
  }
};
