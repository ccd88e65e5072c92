/** Checks events of live streams against the published schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LiveEvent } from '../../schemas/events/live.js';

const ajv = new Ajv2020({ strict: false, discriminator: false });
addFormats.default(ajv);
const fits = ajv.compile(LiveEvent);

/** The problem of an event; null if it matches the schema. */
export const problemOfLive = (event: unknown): string | null =>
  fits(event) ? null : `${JSON.stringify(event)}: ${ajv.errorsText(fits.errors)}`;
