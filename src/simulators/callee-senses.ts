/**
 * Voices and hearing for callees of the simulated network that talk without a script: those of this machine. The voices are
 * English. They are opened with the first such call.
 */
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { createFlite, FLITE_VOICES } from '../../providers/speech/offline/flite/synthesiser.js';
import { createPhraseRecogniser } from '../../providers/speech/offline/phrases/recogniser.js';
import type { PersonSenses } from '../../simulators/phone-network/person/senses.js';

/** The voices that are easiest to understand and unlike the agents' default one. */
const VOICES: readonly string[] = FLITE_VOICES.map(({ id }) => id).filter((id) =>
  ['flite:rms', 'flite:awb'].includes(id),
);
/** A callee hears words between short pauses, as in "Thank you. Goodbye!", ms. */
const PAUSE_MS = 120;
/** Longest synthesis, ms: on a loaded machine the voices start slowly. */
const SPEAK_MS = 60_000;
/** Sentences whose audio is kept; the oldest is forgotten first. */
const MAX_KEPT = 200;

/** Opens nothing yet. */
export const createCalleeSenses = (): PersonSenses => {
  const open = once(() => {
    const flite = createFlite();
    return { flite, recogniser: createPhraseRecogniser(flite, { endSilenceMs: PAUSE_MS }) };
  });
  const kept = new Map<string, Promise<Uint8Array>>();
  const synthesise = async (text: string, voiceId: string): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    const request = { text, voiceId, language: 'en' };
    for await (const { mulaw } of open().flite.synthesise(request, timeoutSignal(SPEAK_MS)))
      pieces.push(mulaw);
    return Buffer.concat(pieces);
  };
  return {
    voices: VOICES.length,
    speak: (text, voice) => {
      const voiceId = VOICES[voice % VOICES.length] ?? 'flite:rms';
      const key = `${voiceId} ${text}`;
      const known = kept.get(key) ?? synthesise(text, voiceId);
      kept.set(key, known);
      known.catch(() => kept.delete(key));
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return known;
    },
    listen: (onHeard) => {
      const stream = open().recogniser.open({ language: 'en', phrases: [] }, (event) => {
        if (event.type === 'final') onHeard(event.text);
      });
      return { hear: (mulaw) => stream.write(mulaw), close: () => stream.close() };
    },
  };
};

const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
};
