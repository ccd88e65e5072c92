/**
 * An external recogniser: `PARLEY_RECOGNISER=module:./recogniser.js#hello`. It returns one sentence, the text after the #,
 * whenever a speaker pauses. Copy it, and call your own engine instead.
 *
 * docs/how-to/external-providers.md says what a recogniser must do; `npx parley providers test module` tries it out.
 *
 * @typedef {import('parley-voice/providers').Recogniser} Recogniser
 * @typedef {import('parley-voice/providers').ModuleSettings} ModuleSettings
 */

const FRAME_BYTES = 160;
const FRAME_MS = 20;
/** A pause of this length ends the speech, ms. */
const PAUSE_MS = 400;
/** Shorter sounds are ignored, ms. */
const SHORTEST_MS = 100;

/** µ-law keeps loudness in its exponent, bits 4 to 6, inverted. @param {Uint8Array} frame */
const isLoud = (frame) => {
  let loud = 0;
  for (const byte of frame) if (((~byte >> 4) & 7) >= 3) loud += 1;
  return loud > frame.length / 8;
};

/**
 * @param {ModuleSettings} settings
 * @returns {Recogniser}
 */
export const createRecogniser = ({ choice }) => ({
  name: 'ears',
  open: (_request, onEvent) => {
    let heardMs = 0;
    /** @type {number | null} */
    let from = null;
    let until = 0;
    let closed = false;
    const emitFinal = () => {
      if (from !== null && until - from >= SHORTEST_MS)
        onEvent({
          type: 'final',
          text: choice,
          startMs: from,
          endMs: until,
          confidence: 1,
          endOfUtterance: true,
        });
      from = null;
    };
    return {
      write: (mulaw) => {
        for (let at = 0; !closed && at < mulaw.length; at += FRAME_BYTES) {
          const frame = mulaw.subarray(at, at + FRAME_BYTES);
          if (isLoud(frame)) {
            from ??= heardMs;
            until = heardMs + FRAME_MS;
          }
          heardMs += FRAME_MS;
          if (from !== null && heardMs - until >= PAUSE_MS) emitFinal();
        }
      },
      finish: async () => {
        if (!closed) emitFinal();
      },
      close: () => {
        closed = true;
      },
    };
  },
  close: async () => undefined,
});
