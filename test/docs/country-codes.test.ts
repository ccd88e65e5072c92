/** The console offers the countries that the service supports. */
import { readFileSync } from 'node:fs';
import { getCountries } from 'libphonenumber-js/max';
import t from 'tap';

t.test('the console offers every country that has a numbering plan', (t) => {
  const text = readFileSync('console/ui/forms/country-codes.ts', 'utf8');
  const lines = [...text.matchAll(/^ {2}'([A-Z ]+)',$/gm)].flatMap(([, codes = '']) => codes.split(' '));
  t.same(lines, getCountries().toSorted());
  t.end();
});
