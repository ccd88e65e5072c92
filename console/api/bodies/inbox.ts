/** Generated from the API documents by `npm run generate`; do not edit. */
import type { BodySchema } from '../body-schema.js';

export const createQuickAnswerBody: BodySchema<'createQuickAnswer'> = { operation: 'createQuickAnswer', schema: {"type":"object","properties":{"businessId":{"type":"string","format":"uuid"},"shortcut":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,32}$","x-kind":"shortcut"},"title":{"type":"string","minLength":1,"maxLength":80,"pattern":"\\S","x-kind":"notBlank"},"text":{"type":"string","minLength":1,"maxLength":2000,"pattern":"\\S","x-kind":"notBlank"}},"required":["businessId","shortcut","title","text"],"additionalProperties":false} };

export const updateQuickAnswerBody: BodySchema<'updateQuickAnswer'> = { operation: 'updateQuickAnswer', schema: {"type":"object","properties":{"businessId":{"type":"string","format":"uuid"},"shortcut":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,32}$","x-kind":"shortcut"},"title":{"type":"string","minLength":1,"maxLength":80,"pattern":"\\S","x-kind":"notBlank"},"text":{"type":"string","minLength":1,"maxLength":2000,"pattern":"\\S","x-kind":"notBlank"}},"required":["businessId"],"additionalProperties":false} };
