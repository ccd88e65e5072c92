/**
 * docs/errors.md matches the tables of errors and routes, and every code is returned somewhere.
 * `npm run docs:errors` regenerates it.
 */
import { writeFileSync } from 'node:fs';
import t from 'tap';
import { errorReference, placesOf } from '../../gateway/document/error-reference.js';
import { ERRORS } from '../../schemas/error-table.js';
import { isErrorCode, messageOf } from '../../schemas/errors.js';
import { startGateway } from '../gateway/gateway-under-test.js';
import { documentOf, pathOf } from './named-tests.js';

t.test('the document matches the tables of errors and routes', async (t) => {
  const { gateway } = await startGateway(t);
  const wanted = errorReference(gateway.routes);
  if (process.env.PARLEY_WRITE_DOCS === '1') writeFileSync(pathOf('errors'), wanted);
  t.equal(documentOf('errors'), wanted, 'regenerate with `npm run docs:errors`');
  for (const code of Object.keys(ERRORS).filter(isErrorCode))
    t.not(placesOf(code, gateway.routes).length, 0, `${code} is returned somewhere`);
});

t.test('every error states its meaning and its remedy', async (t) => {
  for (const code of Object.keys(ERRORS).filter(isErrorCode)) {
    t.match(ERRORS[code].meaning, /^[A-Z`][^|\n]+[.]$/, code);
    t.match(ERRORS[code].remedy, /^[A-Z`][^|\n]+[.]$/, code);
    t.ok(messageOf(code).length <= 250, `${code} is short`);
  }
});
