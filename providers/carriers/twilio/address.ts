/** Where Twilio's REST interface is reached (docs/protocols/twilio.md "Regions"). */

/** The usual one: the region us1, and the edge that is next. */
export const TWILIO_API = 'https://api.twilio.com';

const EDGES = [
  'ashburn',
  'dublin',
  'frankfurt',
  'roaming',
  'sao-paulo',
  'singapore',
  'sydney',
  'tokyo',
  'umatilla',
];

/** Where a region's calls are processed and kept → the edges by which its interface is reached. */
const EDGES_OF: Readonly<Record<string, readonly string[]>> = {
  us1: EDGES,
  ie1: ['dublin'],
  au1: ['sydney'],
  jp1: ['tokyo'],
};

/** Null where the two do not belong together. */
export const twilioAddress = (region: string, edge: string): string | null =>
  Object.hasOwn(EDGES_OF, region) && EDGES_OF[region]?.includes(edge) === true
    ? `https://api.${edge}.${region}.twilio.com`
    : null;

/** What belongs together, for who reads it. */
export const TWILIO_REGIONS = Object.entries(EDGES_OF)
  .map(([region, edges]) => `${region} with ${edges.join(' or ')}`)
  .join('; ');
