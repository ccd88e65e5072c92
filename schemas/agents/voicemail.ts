/** What an agent does when a machine answers its call. */
import { type Static, Type } from 'typebox';
import { closed } from '../shapes.js';

/** What an agent does when a machine answers a call. `text`: may hold placeholders, like instructions. `talk`: the agent talks as if to a person. */
export const Voicemail = Type.Union(
  [
    Type.Object({ type: Type.Literal('hang_up', { description: 'Hang up at once.' }) }, closed),
    Type.Object(
      {
        type: Type.Literal('leave_message', {
          description: 'Leave the message after the beep, then hang up.',
        }),
        text: Type.String({
          minLength: 1,
          maxLength: 1_000,
          description: 'The message, with {{alias}} placeholders like the instructions.',
          examples: ['Hello, this is Ann from Acme. Please call us back.'],
        }),
      },
      closed,
    ),
    Type.Object({ type: Type.Literal('talk', { description: 'Talk as to a person.' }) }, closed),
  ],
  { description: 'What the agent does when a machine answers its call.' },
);
export type Voicemail = Static<typeof Voicemail>;

/** The behaviour of an agent without such a setting. */
export const DEFAULT_VOICEMAIL: Voicemail = { type: 'hang_up' };
