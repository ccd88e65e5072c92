/** What an agent does when a machine answers a call. */
import { type Static, Type } from 'typebox';
import { closed } from './shapes.js';

/** `text`: with placeholders, as instructions have them. `talk`: as if it were a person. */
export const Voicemail = Type.Union([
  Type.Object({ type: Type.Literal('hang_up') }, closed),
  Type.Object(
    { type: Type.Literal('leave_message'), text: Type.String({ minLength: 1, maxLength: 1_000 }) },
    closed,
  ),
  Type.Object({ type: Type.Literal('talk') }, closed),
]);
export type Voicemail = Static<typeof Voicemail>;

/** What one does of which nothing was said. */
export const USUAL_VOICEMAIL: Voicemail = { type: 'hang_up' };
