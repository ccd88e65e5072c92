/** The countries that an installation may call, read from the environment. */
import { countryCode } from '../../operations/outreach/destination.js';
import { ConfigError } from './error.js';

/** ISO 3166-1 alpha-2 codes; null: all countries. @throws ConfigError */
export const allowedCountriesSetting = (
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] | null => {
  const { PARLEY_ALLOWED_COUNTRIES: text } = env;
  if (text === undefined) return null;
  const codes = text.split(',').map((part) => {
    const code = countryCode(part);
    if (code !== null) return code;
    throw new ConfigError(
      `PARLEY_ALLOWED_COUNTRIES has "${part.trim()}"; use two-letter country codes (ISO 3166-1), like DE,AT,CH`,
    );
  });
  return [...new Set(codes)].sort();
};
