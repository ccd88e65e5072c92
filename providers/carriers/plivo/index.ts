/** Plivo: voice with audio streams. */
import type { Logger } from 'pino';
import { assertNever } from '../../../schemas/assert.js';
import type { Carrier } from '../carrier.js';
import type { PlivoAccount } from './api.js';
import { hasTalked, parseForm } from './callback.js';
import { dialXml, hangUpXml, stepOf, stepUrl, streamXml } from './document.js';
import { plivoDialect } from './media-dialect.js';
import { createPlivoRest } from './rest.js';
import { verifyPost } from './signature.js';

export type { PlivoAccount } from './api.js';

/** The production API. */
export const PLIVO_API = 'https://api.plivo.com';

export const createPlivoCarrier = (account: PlivoAccount, logger: Logger): Carrier => {
  const rest = createPlivoRest(account, logger);

  const xmlFor = (url: string, body: Uint8Array, mediaUrl: string): string => {
    const step = stepOf(url);
    if (step === null) return hangUpXml();
    switch (step.type) {
      case 'answer':
        return streamXml(mediaUrl);
      case 'dial':
        return dialXml(step.from ?? account.from, step, stepUrl(url.split('?')[0] ?? url, { type: 'after' }));
      case 'after':
        return hasTalked(body) ? hangUpXml() : streamXml(mediaUrl);
      default:
        return assertNever(step);
    }
  };

  return {
    name: 'plivo',
    media: plivoDialect,
    place: rest.place,
    hangUp: rest.hangUp,
    transfer: rest.transfer,
    lookUp: rest.lookUp,
    checkAccount: rest.checkAccount,
    verifyCallback: (request) => verifyPost(account.authToken, request),
    parseCallback: ({ body }) => parseForm(body),
    afterCallback: async () => undefined,
    document: async ({ url, body }, mediaUrl) => ({
      contentType: 'text/xml',
      body: xmlFor(url, body, mediaUrl),
    }),
  };
};
