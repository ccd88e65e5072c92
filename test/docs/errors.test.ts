/**
 * docs/errors.md is what the tables of errors and routes say, and every code is somewhere.
 * `npm run docs:errors` writes it anew.
 */
import { writeFileSync } from 'node:fs';
import t from 'tap';
import { errorReference, placesOf } from '../../gateway/error-reference.js';
import { ERRORS } from '../../schemas/error-table.js';
import { isErrorCode, messageOf } from '../../schemas/errors.js';
import { startGateway } from '../gateway/gateway-under-test.js';
import { documentOf, pathOf } from './named-tests.js';

t.test('the table of errors', async (t) => {
  const { gateway } = await startGateway(t);
  const wanted = errorReference(gateway.routes);
  if (process.env.PARLEY_WRITE_DOCS === '1') writeFileSync(pathOf('errors'), wanted);
  t.equal(documentOf('errors'), wanted, 'npm run docs:errors writes it anew');
  for (const code of Object.keys(ERRORS).filter(isErrorCode))
    t.not(placesOf(code, gateway.routes).length, 0, `${code} comes from somewhere`);
});

t.test('every refusal says when it comes and what to do', async (t) => {
  for (const code of Object.keys(ERRORS).filter(isErrorCode)) {
    t.match(ERRORS[code].meaning, /^[A-Z`][^|\n]+[.]$/, code);
    t.match(ERRORS[code].remedy, /^[A-Z`][^|\n]+[.]$/, code);
    t.ok(messageOf(code).length <= 250, `${code} is short`);
  }
});
