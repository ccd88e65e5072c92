/**
 * The time zones of a phone number, by its prefix in the numbering plan. The map is that of Google's libphonenumber
 * (resources/timezones); make-number-zones.ts writes it when the program is built.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isTimeZone } from '../../schemas/time-zone.js';

/** Next to the compiled file: a JSON object, prefix of E.164 without the plus sign → names of zones with `&` between them. */
export const NUMBER_ZONES_FILE = fileURLToPath(new URL('number-zones.json', import.meta.url));

/**
 * The zones of a number in E.164, by their names in the IANA database; empty if the map has none. The first call reads the
 * map, some 100 KB.
 * @throws Error if the file is missing or damaged
 */
export const zonesOfNumber = (mobile: string): readonly string[] => {
  map ??= readMap();
  const digits = mobile.replace('+', '');
  for (let length = Math.min(map.longest, digits.length); length > 0; length -= 1) {
    const zones = map.zonesByPrefix.get(digits.slice(0, length));
    if (zones !== undefined) return zones;
  }
  return [];
};

interface ZoneMap {
  /** Prefix of E.164 without the plus sign → zones. */
  readonly zonesByPrefix: ReadonlyMap<string, readonly string[]>;
  /** Number of digits of the longest prefix. */
  readonly longest: number;
}

let map: ZoneMap | undefined;

/** Omits zones that this build of Node does not know. */
const readMap = (): ZoneMap => {
  const content: object = JSON.parse(readFileSync(NUMBER_ZONES_FILE, 'utf8'));
  // The file repeats a few hundred lists thousands of times; each is stored once.
  const lists = new Map<string, readonly string[]>();
  const zonesByPrefix = new Map<string, readonly string[]>();
  for (const [prefix, names] of Object.entries(content)) {
    if (typeof names !== 'string') throw new Error('the map of time zones has an entry that is not text');
    const zones = lists.get(names) ?? names.split('&').filter(isTimeZone);
    lists.set(names, zones);
    zonesByPrefix.set(prefix, zones);
  }
  if (zonesByPrefix.size === 0) throw new Error('the map of time zones is empty');
  return { zonesByPrefix, longest: Math.max(...[...zonesByPrefix.keys()].map((prefix) => prefix.length)) };
};
