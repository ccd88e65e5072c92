/** Schemas of the API documents have readable names, and the table of names has no entry for a place that does not exist. */
import t from 'tap';
import { AUDIENCES, namedPlaces } from '../../../gateway/document/openapi.js';
import { SCHEMA_NAMES } from '../../../gateway/document/schema-names.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';

const LONGEST_NAME = 34;
const places = AUDIENCES.map((audience) => namedPlaces(routesWithoutService(), audience));

t.test('every name of the table is used', async (t) => {
  const found = new Set(places.flatMap((named) => [...named.keys()]));
  t.same(
    Object.keys(SCHEMA_NAMES).filter((place) => !found.has(place)),
    [],
  );
});

t.test('names are words of a readable length, without numbers', async (t) => {
  for (const named of places) {
    t.ok(named.size > 150);
    for (const [place, name] of named)
      t.ok(/^[A-Z][A-Za-z]+$/.test(name) && (name.length <= LONGEST_NAME || place.startsWith('Desk')), name);
  }
});
