/** Which of several providers comes first. */

/** The provider that comes first: providers are numbered from 1. */
export interface Preference {
  first: number;
  /** ms */
  until: number;
}

/** How long a provider that failed does not come first again, ms. */
const AVOIDED_MS = 60_000;

export const firstOf = ({ first, until }: Preference, now: number): number => (now < until ? first : 1);

/** The provider after it comes first for a while, so that the next request does not wait for the same one. */
export const avoid = (preference: Preference, provider: number, providers: number, now: number): void => {
  if (providers === 1) return;
  preference.first = (provider % providers) + 1;
  preference.until = now + AVOIDED_MS;
};
