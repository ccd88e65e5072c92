/** Whether events of live streams are as they are published. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LiveEvent } from '../../schemas/live.js';

const ajv = new Ajv2020({ strict: false, discriminator: false });
addFormats.default(ajv);
const fits = ajv.compile(LiveEvent);

/** Null when it is as its schema has it; else what is wrong. */
export const problemOfLive = (event: unknown): string | null =>
  fits(event) ? null : `${JSON.stringify(event)}: ${ajv.errorsText(fits.errors)}`;
