/** Generated from the API documents by `npm run generate`; do not edit. */
import type { BodySchema } from '../body-schema.js';

export const connectChannelAccountBody: BodySchema<'connectChannelAccount'> = { operation: 'connectChannelAccount', schema: {"type":"object","properties":{"businessId":{"type":"string","format":"uuid"},"channel":{"type":"string","enum":["whatsapp","instagram"]},"accountId":{"type":"string","pattern":"^[A-Za-z0-9_.-]{1,64}$","x-kind":"accountId"},"displayName":{"type":"string","minLength":1,"maxLength":120},"accessToken":{"type":"string","minLength":1,"maxLength":4096}},"required":["businessId","channel","accountId","accessToken"],"additionalProperties":false} };
