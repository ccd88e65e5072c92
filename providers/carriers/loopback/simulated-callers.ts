/** Callees on the simulated network that speak prepared sentences whenever the other side is silent. */

import type { CalleeScript, Step } from '../../../simulators/phone-network/callee.js';
import { controlHeaders } from '../../../simulators/support/control-token.js';
import type { Synthesiser, Voice } from '../../speech/synthesiser.js';

/** Ring time, ms. */
const RING_MS = 800;
/** Silence of the other side before they speak, ms: a polite caller. */
const POLITE_MS = 700;
/** Silence after which they hang up once they have said everything, ms. */
const PATIENCE_MS = 8_000;
/** Time limit for the synthesis of all sentences, ms. */
const VOICE_MS = 20_000;
const CONTROL_MS = 5_000;
const VOICE = 'flite:rms';

export interface SimulatedCallers {
  /**
   * For a business: makes the callee at this number (E.164) say these sentences, in turn.
   * @throws Error when the network refuses the script, or no voice is available
   */
  prepare(businessId: string, number: string, says: readonly string[]): Promise<void>;
}

/** The voices available to a business's agents, and their synthesisers, which are held until released. */
interface Speakers {
  voicesOf(businessId: string): Promise<readonly (Voice & { readonly owner: string | null })[]>;
  speakerOf(
    owner: string | null,
    voiceId: string,
  ): Promise<{ readonly value: Synthesiser; release(): void } | null>;
}

interface NetworkAccess {
  readonly url: string;
  /** The token of its control interface; null if it has none. */
  readonly token: string | null;
  /** The source of their voices. */
  readonly speakers: Speakers;
}

export const createSimulatedCallers = ({ url, token, speakers }: NetworkAccess): SimulatedCallers => ({
  prepare: async (businessId, number, says) => {
    const steps: Step[] = (await spoken(speakers, businessId, says)).map(({ audio, text }) => ({
      afterSilenceMs: POLITE_MS,
      do: { type: 'say', audio, text },
    }));
    steps.push({ afterSilenceMs: PATIENCE_MS, do: { type: 'hang_up' } });
    const script: Partial<CalleeScript> = { ringMs: RING_MS, steps };
    const response = await fetch(`${url}/control/callees/${encodeURIComponent(number)}`, {
      method: 'PUT',
      headers: controlHeaders(token),
      body: JSON.stringify(script),
      signal: AbortSignal.timeout(CONTROL_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the simulated network answered ${response.status}`);
  },
});

/** Synthesises each sentence as base64 µ-law. */
const spoken = async (speakers: Speakers, businessId: string, says: readonly string[]) => {
  const voices = await speakers.voicesOf(businessId);
  const voice = voices.find(({ id }) => id === VOICE) ?? voices[0];
  const speaker = voice === undefined ? null : await speakers.speakerOf(voice.owner, voice.id);
  if (voice === undefined || speaker === null) throw new Error('no voice is available for simulated callers');
  const within = AbortSignal.timeout(VOICE_MS);
  try {
    const sentences: { readonly text: string; readonly audio: string }[] = [];
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
