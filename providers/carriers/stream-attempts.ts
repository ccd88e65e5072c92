/**
 * The attempts to stream in a carrier's document. A carrier does not reconnect a lost stream: the next attempt of the document
 * does, to whichever of our nodes answers, and each loss uses up at least one. Our nodes refuse the stream of a call that has
 * ended, and the call ends with the document.
 */

/** Further attempts without a pause: as many nodes can be lost in a call before its stream comes back later than at once. */
const AT_ONCE = 8;
/**
 * Seconds before each of the attempts that follow, for a service whose only node needs seconds to restart. They come last:
 * while no node answers, attempts without a pause fail within moments wherever they are in the document, and while a node
 * answers, a pause is silence for nothing.
 */
const LATER_AFTER_SECONDS = [1, 1, 1, 1, 2, 2] as const;

/** Further attempts of a document without a limit. */
export const MOST_ATTEMPTS = AT_ONCE + LATER_AFTER_SECONDS.length;

/**
 * Seconds before each attempt after the first one, in order. With fewer than {@link MOST_ATTEMPTS}, those without a pause are
 * omitted first, except for one: the time that a node may take to restart is the sum of the pauses.
 */
export const pausesBeforeAttempts = (count: number = MOST_ATTEMPTS): readonly number[] => {
  const later = LATER_AFTER_SECONDS.slice(0, Math.max(0, count - 1));
  return [...new Array<number>(Math.max(0, count - later.length)).fill(0), ...later];
};
