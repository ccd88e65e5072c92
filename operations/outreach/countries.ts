/** The countries that an owner may choose for a business. */
import type { ErrorDetail } from '../../schemas/errors.js';
import { countryCode, countryName } from './destination.js';

/**
 * Errors of countries that an owner chooses: those that do not exist, and those that the operator does not allow.
 * Countries that the business already has (`before`: seeded, or set by the operator) may stay. `installed` null: all.
 */
export const countryProblems = (
  path: string,
  countries: readonly string[],
  before: readonly string[],
  installed: readonly string[] | null,
): readonly ErrorDetail[] =>
  countries.flatMap((code, index): readonly ErrorDetail[] => {
    const at = `${path}/${index}`;
    if (countryCode(code) !== code)
      return [
        { path: at, message: 'must be a two-letter country code in capitals (ISO 3166-1), for example DE' },
      ];
    return installed === null || installed.includes(code) || before.includes(code)
      ? []
      : [
          {
            path: at,
            message: `calls to ${countryName(code)} are not allowed here; ask the operator to allow them`,
          },
        ];
  });
