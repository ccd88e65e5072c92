/** Generated from the API documents by `npm run generate`; do not edit. */
import type { BodySchema } from '../body-schema.js';

export const addSuppressionsBody: BodySchema<'addSuppressions'> = { operation: 'addSuppressions', schema: {"type":"object","properties":{"businessId":{"type":"string","format":"uuid"},"suppressions":{"type":"array","items":{"type":"object","properties":{"channel":{"type":"string","enum":["phone","instagram"]},"address":{"type":"string","minLength":1,"maxLength":64},"purpose":{"type":"string","enum":["service","marketing"]},"reason":{"type":"string","maxLength":500}},"required":["address","purpose"],"additionalProperties":false},"minItems":1,"maxItems":1000},"hangUp":{"type":"boolean"}},"required":["businessId","suppressions"],"additionalProperties":false} };
