/** Makes templates for later comparison from a voice's recording of a phrase, or of its parts. Pure. */
import { decodeMulaw } from '../../dsp/g711.js';
import { type Features, featuresOf } from '../../dsp/mfcc.js';
import { createSegmenter, END_SILENCE_MS } from './segmenter.js';

/** Vocal tract lengths as pitch factors: the template as a smaller or larger speaker would say it. */
const VOCAL_TRACTS = [1, 0.88, 1.14];

/** A recorded phrase in normal form, with the parts in which it may be spoken. */
export interface SpokenPhrase {
  readonly phrase: string;
  readonly parts: readonly string[];
  /** µ-law at 8,000 Hz. */
  readonly mulaw: Uint8Array;
}

/**
 * The phrase with its templates, or its parts with theirs if the voice pauses between them. Empty if the recording has
 * neither one segment nor as many as the phrase has parts.
 */
export const templatesOfSpoken = ({
  phrase,
  parts,
  mulaw,
}: SpokenPhrase): readonly (readonly [phrase: string, templates: readonly Features[]])[] => {
  const segments = telephoneSegments(mulaw);
  const names = segments.length === 1 ? [phrase] : segments.length === parts.length ? parts : [];
  return names.map((name, index) => [name, templatesOf(segments[index] ?? new Int16Array(0))]);
};

/** The segments of a recording, as the recogniser will cut it. */
export const telephoneSegments = (mulaw: Uint8Array): readonly Int16Array[] => {
  const margin = END_SILENCE_MS * 8;
  const line = new Int16Array(mulaw.length + 3 * margin);
  decodeMulaw(mulaw, line.subarray(margin));
  return createSegmenter()
    .push(line)
    .map((segment) => segment.pcm);
};

/** Templates of one spoken phrase: as recorded, and as shorter and longer vocal tracts would say it. */
export const templatesOf = (segment: Int16Array): readonly Features[] =>
  VOCAL_TRACTS.map((factor) => featuresOf(factor === 1 ? segment : stretched(segment, factor)));

/** Linear interpolation suffices: the frequencies that it attenuates are above the telephone's band. */
const stretched = (pcm: Int16Array, factor: number): Int16Array => {
  const out = new Int16Array(Math.floor(pcm.length / factor));
  for (let index = 0; index < out.length; index += 1) {
    const at = Math.floor(index * factor);
    const rest = index * factor - at;
    out[index] = (pcm[at] ?? 0) * (1 - rest) + (pcm[at + 1] ?? 0) * rest;
  }
  return out;
};
