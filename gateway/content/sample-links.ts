/**
 * Signed links to samples of voices and noises. An audio element sends no Authorization header, so the address itself grants
 * access. A sample reveals nothing about anyone, so the link is valid for an hour or two. The address of a sample stays the same
 * until the next full hour, so a browser that has played it does not fetch it again.
 */
import type { Sample } from '../../media/speech/samples.js';
import { createSignedTokens } from '../../operations/signed-tokens.js';
import { DomainError } from '../../schemas/errors.js';

const HOUR_MS = 60 * 60_000;

export interface SampleLinks {
  /** An address that is valid for at least an hour. */
  sign(sample: Sample): string;
  /** @throws DomainError signature_invalid, link_expired */
  verify(token: string): Sample;
}

/** `baseUrl` without a trailing slash; `now` in ms since the epoch. */
export const createSampleLinks = (secret: string, baseUrl: () => string, now: () => number): SampleLinks => {
  const tokens = createSignedTokens(secret, 'sample');
  return {
    sign: ({ of, id, owner = null, text, language }) => {
      const expiresAt = (Math.floor(now() / HOUR_MS) + 2) * HOUR_MS;
      const spoken = text === undefined ? [] : [text, language ?? ''];
      const ofVoice = owner === null && text === undefined ? [] : [owner ?? '', ...spoken];
      return `${baseUrl()}/samples/${tokens.sign([of, id, expiresAt, ...ofVoice])}`;
    },
    verify: (token) => {
      const [of, id, expiresAt, owner = '', text = '', language = '']: [
        Sample['of'],
        string,
        number,
        string?,
        string?,
        string?,
      ] = JSON.parse(tokens.verify(token));
      if (expiresAt < now())
        throw new DomainError('link_expired', 'The link to the sample has expired; list the voices again.');
      const spoken = text === '' ? {} : { text, ...(language === '' ? {} : { language }) };
      return { of, id, owner: owner === '' ? null : owner, ...spoken };
    },
  };
};
