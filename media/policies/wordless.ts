/**
 * Sound in which no word is recognised is noise once there has been enough of it (docs/explanation/media.md "Noise"): whatever the
 * detector reports, nothing waits for it to end any more. A recognised word makes the line trusted again.
 */

export interface Wordless {
  /** More sound that the detector takes for speech, ms. */
  heard(ms: number): void;
  /** A word was recognised. */
  word(): void;
  /** Whether what the detector reports as speech counts as speech. */
  trusted(): boolean;
}

/** `limitMs`: this much sound without a word is noise, pauses not counted. */
export const createWordless = (limitMs: number): Wordless => {
  let soundMs = 0;
  return {
    heard: (ms) => {
      soundMs += ms;
    },
    word: () => {
      soundMs = 0;
    },
    trusted: () => soundMs < limitMs,
  };
};
