/** The network's own speech: in a voice if it has any, otherwise a tone for each word. */
import { encodeMulaw } from '../../support/mulaw.js';
import { toneSamples } from '../../support/tones.js';
import type { PersonSenses } from '../person/senses.js';

const RATE = 8_000;
/** Longest text that is spoken, characters, as at Twilio. */
const MAX_CHARACTERS = 4_096;
/** Longer texts are spoken as tones: a voice takes one sentence at a time. */
const MAX_SPOKEN = 500;

/** The texts one after another: µ-law, 8,000 Hz. Never rejects. */
export const sayAudio = async (
  texts: readonly { readonly text: string; readonly times: number }[],
  senses: PersonSenses | null,
): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for (const { text, times } of texts) {
    const audio = await spoken(text.slice(0, MAX_CHARACTERS), senses);
    for (let time = 0; time < times; time += 1) pieces.push(audio);
  }
  return Buffer.concat(pieces);
};

const spoken = async (text: string, senses: PersonSenses | null): Promise<Uint8Array> => {
  const tones = (): Uint8Array => encodeMulaw(toneSamples(text, RATE));
  if (text.trim() === '') return new Uint8Array();
  if (senses === null || text.length > MAX_SPOKEN) return tones();
  try {
    return await senses.speak(text, 0);
  } catch {
    return tones();
  }
};
