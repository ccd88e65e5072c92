/** What an agent does when a machine answers a call. */
import { type Static, Type } from 'typebox';
import { closed } from '../shapes.js';

/** `text`: may hold placeholders, like instructions. `talk`: the agent talks as if to a person. */
export const Voicemail = Type.Union([
  Type.Object({ type: Type.Literal('hang_up') }, closed),
  Type.Object(
    { type: Type.Literal('leave_message'), text: Type.String({ minLength: 1, maxLength: 1_000 }) },
    closed,
  ),
  Type.Object({ type: Type.Literal('talk') }, closed),
]);
export type Voicemail = Static<typeof Voicemail>;

/** The behaviour of an agent without such a setting. */
export const DEFAULT_VOICEMAIL: Voicemail = { type: 'hang_up' };
