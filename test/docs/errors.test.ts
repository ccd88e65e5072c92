/** Every error code is returned somewhere, and states its meaning and its remedy. */
import t from 'tap';
import { ERRORS } from '../../schemas/error-table.js';
import { isErrorCode, messageOf } from '../../schemas/errors.js';
import { placesOf } from '../../scripts/generated/error-reference.js';
import { routesWithoutService } from '../../scripts/generated/routes.js';

const CODES = Object.keys(ERRORS).filter(isErrorCode);

t.test('every error is returned somewhere', async (t) => {
  const routes = routesWithoutService();
  for (const code of CODES) t.not(placesOf(code, routes).length, 0, code);
});

t.test('every error states its meaning and its remedy', async (t) => {
  for (const code of CODES) {
    t.match(ERRORS[code].meaning, /^[A-Z`][^|\n]+[.]$/, code);
    t.match(ERRORS[code].remedy, /^[A-Z`][^|\n]+[.]$/, code);
    t.ok(messageOf(code).length <= 250, `${code} is short`);
  }
});
