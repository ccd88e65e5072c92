/** Generated from the API documents by `npm run generate`; do not edit. */
import type { BodySchema } from '../body-schema.js';

export const signInBody: BodySchema<'signIn'> = { operation: 'signIn', schema: {"type":"object","properties":{"email":{"type":"string","minLength":3,"maxLength":254},"password":{"type":"string","minLength":1,"maxLength":200}},"required":["email","password"],"additionalProperties":false} };

export const setUpBody: BodySchema<'setUp'> = { operation: 'setUp', schema: {"type":"object","properties":{"token":{"type":"string","minLength":1,"maxLength":200},"businessName":{"type":"string","minLength":1,"maxLength":120},"name":{"type":"string","minLength":1,"maxLength":120},"email":{"type":"string","minLength":3,"maxLength":254,"pattern":"^[^@\\s]+@[^@\\s]+$","x-kind":"email"},"password":{"type":"string","minLength":12,"maxLength":200},"allowedCountries":{"anyOf":[{"type":"array","items":{"type":"string","maxLength":40},"maxItems":300,"uniqueItems":true},{"type":"null"}]}},"required":["token","businessName","name","email","password"],"additionalProperties":false} };

export const acceptInvitationBody: BodySchema<'acceptInvitation'> = { operation: 'acceptInvitation', schema: {"type":"object","properties":{"token":{"type":"string","minLength":1,"maxLength":200},"name":{"type":"string","minLength":1,"maxLength":120},"password":{"type":"string","minLength":12,"maxLength":200}},"required":["token","password"],"additionalProperties":false} };

export const resetPasswordBody: BodySchema<'resetPassword'> = { operation: 'resetPassword', schema: {"type":"object","properties":{"token":{"type":"string","minLength":1,"maxLength":200},"password":{"type":"string","minLength":12,"maxLength":200}},"required":["token","password"],"additionalProperties":false} };
