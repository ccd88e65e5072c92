/** The addresses of Twilio's REST API (docs/reference/protocols/twilio.md "Regions"). */

/** The default: region us1, nearest edge. */
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

/** A region, where calls are processed and stored → the edges through which its API is reached. */
const EDGES_OF: Readonly<Record<string, readonly string[]>> = {
  us1: EDGES,
  ie1: ['dublin'],
  au1: ['sydney'],
  jp1: ['tokyo'],
};

/** Null if the edge does not serve the region. */
export const twilioAddress = (region: string, edge: string): string | null =>
  Object.hasOwn(EDGES_OF, region) && EDGES_OF[region]?.includes(edge) === true
    ? `https://api.${edge}.${region}.twilio.com`
    : null;

/** The valid combinations, as text for people. */
export const TWILIO_REGIONS = Object.entries(EDGES_OF)
  .map(([region, edges]) => `${region} with ${edges.join(' or ')}`)
  .join('; ');
