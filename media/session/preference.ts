/** Which of several providers is asked first. */

/** Who is asked first: providers are numbered from 1. */
export interface Preference {
  first: number;
  /** ms */
  until: number;
}

/** A provider that failed is not asked first again for so long, ms. */
const AVOIDED_MS = 60_000;

export const firstOf = ({ first, until }: Preference, now: number): number => (now < until ? first : 1);

/** The one after it is asked first for a while: who speaks next is not kept waiting by the same one. */
export const avoid = (preference: Preference, provider: number, providers: number, now: number): void => {
  if (providers === 1) return;
  preference.first = (provider % providers) + 1;
  preference.until = now + AVOIDED_MS;
};
