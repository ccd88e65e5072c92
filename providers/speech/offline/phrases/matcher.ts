/**
 * Finds the known phrase of an utterance: the nearest template, if it is clearly nearer than those of other phrases.
 * "Clearly nearer" is a ratio, because noise and an unknown voice shift all distances alike.
 */
import { type Features, featuresOf } from '../../dsp/mfcc.js';
import { warpedDistance } from '../../dsp/time-warping.js';

/**
 * A match must be nearer than this share of the mean distance of the {@link COHORT} next phrases. After a rejection the
 * customer is asked again; a wrong match is answered. Measured by test/providers/speech/accuracy.ts: at 0.86, one unknown
 * sentence in sixty matches a phrase (at 0.89, one in sixteen). Of 100 phrases in voices of the templates, 94 are recognised
 * (97); in other voices, 55 are recognised (68) and 3 match another phrase (8).
 */
const REJECT_RATIO = 0.86;
/** Phrases after the best two; their mean shows how far any phrase is from this utterance. */
const COHORT = 8;
/** With fewer phrases of similar length there is no basis for comparison, so the distance itself decides. */
const SMALLEST_COHORT = 3;
const REJECT_DISTANCE = 0.76;
/** Phrases that the rough comparison (every third frame, a ninth of the work) passes on to the exact one. */
const SHORT_LIST = 18;
const ROUGHLY = 3;
/** Templates of a phrase for the exact comparison: the nearest by the rough one, and none much farther than the first. */
const NEAREST_TEMPLATES = 4;
const MUCH_FARTHER = 1.2;
/** Only the voice of a template comes this near. */
const CERTAIN_DISTANCE = 0.5;

/** One phrase as spoken by several voices. */
export interface PhraseTemplates {
  readonly phrase: string;
  readonly templates: readonly Features[];
}

export interface Match {
  readonly phrase: string;
  readonly distance: number;
  /** 0 at the limit of rejection, 1 for the very recording of a template. */
  readonly confidence: number;
}

/** Null if nothing is near enough. */
export const matchPhrase = (pcm: Int16Array, phrases: readonly PhraseTemplates[]): Match | null => {
  const features = featuresOf(pcm);
  /** The nearest phrases, nearest first. */
  const nearest: { readonly phrase: string; readonly distance: number }[] = [];
  for (const { phrase, templates } of shortList(features, phrases)) {
    let distance = nearest[COHORT + 1]?.distance ?? Number.POSITIVE_INFINITY;
    const limit = distance;
    for (const template of templates)
      distance = Math.min(distance, warpedDistance(features, template, distance));
    if (!(distance < limit)) continue;
    const rank = nearest.findIndex((candidate) => candidate.distance > distance);
    nearest.splice(rank < 0 ? nearest.length : rank, 0, { phrase, distance });
    nearest.length = Math.min(nearest.length, COHORT + 2);
  }
  const [best, ...others] = nearest;
  if (best === undefined) return null;
  const cohort = others.slice(1);
  const limit =
    cohort.length < SMALLEST_COHORT
      ? REJECT_DISTANCE
      : Math.max(
          CERTAIN_DISTANCE,
          (REJECT_RATIO * cohort.reduce((sum, { distance }) => sum + distance, 0)) / cohort.length,
        );
  return best.distance < limit ? { ...best, confidence: 1 - best.distance / limit } : null;
};

/** The phrases for the exact comparison, the likeliest first, each with its nearest templates. */
const shortList = (features: Features, phrases: readonly PhraseTemplates[]): readonly PhraseTemplates[] =>
  phrases
    .map(({ phrase, templates }) => ({ phrase, near: roughlyNearest(features, templates) }))
    .filter(({ near }) => near.length > 0)
    .sort((a, b) => (a.near[0]?.distance ?? 0) - (b.near[0]?.distance ?? 0))
    .slice(0, SHORT_LIST)
    .map(({ phrase, near }) => ({ phrase, templates: near.map(({ template }) => template) }));

/** The nearest templates of one phrase by the rough comparison, nearest first; empty if all differ in length. */
const roughlyNearest = (
  features: Features,
  templates: readonly Features[],
): readonly { readonly template: Features; readonly distance: number }[] => {
  let best = Number.POSITIVE_INFINITY;
  const rough = templates.map((template) => {
    const distance = warpedDistance(features, template, best * MUCH_FARTHER, ROUGHLY);
    best = Math.min(best, distance);
    return { template, distance };
  });
  return rough
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY && distance <= best * MUCH_FARTHER)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, NEAREST_TEMPLATES);
};
