/**
 * An external synthesiser: `PARLEY_SYNTHESISER=module:./synthesiser.js,flite`. It hums, longer for a longer text. Copy it,
 * and call your own engine instead.
 *
 * docs/how-to/external-providers.md says what a synthesiser must do; `npx parley providers test module` tries it out.
 *
 * @typedef {import('parley-voice/providers').Synthesiser} Synthesiser
 */

const RATE_HZ = 8_000;
const MS_PER_CHARACTER = 60;
/** Length of a chunk, ms. */
const CHUNK_MS = 100;

/** G.711 µ-law of a sample between -1 and 1. @param {number} sample */
const encode = (sample) => {
  const magnitude = Math.min(8_159, Math.round(Math.abs(sample) * 8_159)) + 33;
  const exponent = Math.floor(Math.log2(magnitude)) - 5;
  const mantissa = (magnitude >> (exponent + 1)) & 15;
  return ~((sample < 0 ? 128 : 0) | (exponent << 4) | mantissa) & 255;
};

/** @returns {Synthesiser} */
export const createSynthesiser = () => ({
  name: 'voice',
  voices: [{ id: 'voice:hum', name: 'Hum', language: 'en', gender: 'neutral' }],
  synthesise: async function* ({ text }, signal) {
    signal.throwIfAborted();
    const samples = (text.length * MS_PER_CHARACTER * RATE_HZ) / 1_000;
    const chunk = (CHUNK_MS * RATE_HZ) / 1_000;
    for (let from = 0; from < samples; from += chunk) {
      const mulaw = Uint8Array.from({ length: Math.min(chunk, samples - from) }, (_, at) =>
        encode(0.3 * Math.sin((2 * Math.PI * 150 * (from + at)) / RATE_HZ)),
      );
      yield { mulaw };
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
  },
  close: async () => undefined,
});
