/**
 * Which known phrase an utterance is: the nearest template, if it is clearly nearer than those of other phrases.
 * "Clearly nearer" is a ratio, because noise and a strange voice move all distances alike.
 */
import { type Features, featuresOf } from './mfcc.js';
import { warpedDistance } from './time-warping.js';

/**
 * At most this share of the mean distance of the {@link COHORT} next phrases. What is rejected is asked for again; what is
 * taken for another phrase is answered. Measured by test/providers/speech/accuracy.ts: at 0.86 one strange sentence in sixty
 * is taken for a phrase (at 0.89 one in sixteen), and 94 of 100 phrases in voices of the templates are heard right (97),
 * 55 in other voices (68), where 3 are taken for others (8).
 */
const REJECT_RATIO = 0.86;
/** The phrases behind the best two that say how far any phrase is from this utterance. */
const COHORT = 8;
/** With fewer phrases of a like length there is nothing to compare with: then the distance itself decides. */
const SMALLEST_COHORT = 3;
const REJECT_DISTANCE = 0.76;
/** Phrases that a rough comparison (every third frame, a ninth of the work) leaves for the exact one. */
const SHORT_LIST = 18;
const ROUGHLY = 3;
/** Templates of a phrase that are worth the exact comparison: the roughly nearest, and none much farther than the first. */
const NEAREST_TEMPLATES = 4;
const MUCH_FARTHER = 1.2;
/** Nobody but the voice of a template comes this near. */
const CERTAIN_DISTANCE = 0.5;

/** One phrase as several voices say it. */
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

/** Null when nothing is near enough. */
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
    const rank = nearest.findIndex((other) => other.distance > distance);
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

/** The phrases worth an exact comparison, the likeliest first, each with the templates that are worth it. */
const shortList = (features: Features, phrases: readonly PhraseTemplates[]): readonly PhraseTemplates[] =>
  phrases
    .map(({ phrase, templates }) => ({ phrase, near: roughlyNearest(features, templates) }))
    .filter(({ near }) => near.length > 0)
    .sort((a, b) => (a.near[0]?.distance ?? 0) - (b.near[0]?.distance ?? 0))
    .slice(0, SHORT_LIST)
    .map(({ phrase, near }) => ({ phrase, templates: near.map(({ template }) => template) }));

/** The templates of one phrase that are roughly the nearest, nearest first; none when all have another length. */
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
