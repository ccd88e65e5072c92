/**
 * Quick answers: texts with placeholders that the people of a business insert into their messages, on the wire
 * (docs/how-to/inbox.md).
 */
import { type Static, Type } from 'typebox';
import { about, text } from '../described.js';
import { BusinessId, QuickAnswerId } from '../fields.js';
import { NOT_BLANK_PATTERN, SHORTCUT_PATTERN } from '../patterns.js';
import { closed } from '../shapes.js';

/** Quick answers of a business. */
export const MAX_QUICK_ANSWERS = 100;
const MAX_TITLE_CHARACTERS = 80;
const MAX_ANSWER_CHARACTERS = 2_000;

/** Placeholders that are not fields of the contact: names of the contact and of the user who writes, and the number. */
export const OWN_PLACEHOLDERS = ['name', 'first_name', 'mobile', 'my_name'] as const;

const TEXT = 'Hello {{first_name}}, we are open from 9 to 6.';

const shortcut = text('What people type to insert it, unique in the business; kept in lower case.', 'hours', {
  pattern: SHORTCUT_PATTERN,
});
const title = text('What it is about.', 'Opening hours', {
  minLength: 1,
  maxLength: MAX_TITLE_CHARACTERS,
  pattern: NOT_BLANK_PATTERN,
});
const answer = text(
  `The text. {{${OWN_PLACEHOLDERS.join('}}, {{')}}} and fields of the contact, like {{city}}, are filled in for each conversation.`,
  TEXT,
  { minLength: 1, maxLength: MAX_ANSWER_CHARACTERS, pattern: NOT_BLANK_PATTERN },
);

export const QuickAnswerCreate = Type.Object(
  { businessId: BusinessId, shortcut, title, text: answer },
  closed,
);
export type QuickAnswerCreate = Static<typeof QuickAnswerCreate>;

/** Omitted fields stay unchanged. */
export const QuickAnswerUpdate = Type.Object(
  {
    businessId: BusinessId,
    shortcut: Type.Optional(shortcut),
    title: Type.Optional(title),
    text: Type.Optional(answer),
  },
  closed,
);
export type QuickAnswerUpdate = Static<typeof QuickAnswerUpdate>;

const stored = {
  quickAnswerId: QuickAnswerId,
  shortcut: text('What people type to insert it.', 'hours'),
  title: text('What it is about.', 'Opening hours'),
};

export const QuickAnswerResource = Type.Object(
  { ...stored, text: text('The text, with its placeholders.', TEXT) },
  closed,
);
export type QuickAnswerResource = Static<typeof QuickAnswerResource>;

/** A quick answer with the values of one conversation. */
export const FilledQuickAnswer = Type.Object(
  {
    ...stored,
    text: text(
      'The text with the values of the conversation; placeholders without a value stay as they are.',
      'Hello Sam, we are open from 9 to 6.',
    ),
    missing: Type.Array(
      Type.String(),
      about('The names of placeholders that have no value in this conversation.', ['city']),
    ),
  },
  closed,
);
export type FilledQuickAnswer = Static<typeof FilledQuickAnswer>;
