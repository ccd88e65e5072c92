/**
 * Content of our messages besides texts, images and templates: files, places, reactions, and messages with buttons or a list.
 * The limits are those of the channels (docs/reference/protocols/whatsapp.md "Sending", docs/reference/protocols/instagram.md
 * "Sending"); they are checked before anything is queued.
 */
import { type Static, Type } from 'typebox';
import { about, text } from '../described.js';
import type { ErrorDetail } from '../errors.js';
import { NOT_BLANK_PATTERN } from '../patterns.js';
import { closed, literals } from '../shapes.js';

/** Kinds of files that a message may carry, besides images. */
export const FILE_KINDS = ['document', 'video', 'audio'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const isFileKind = (kind: string): kind is FileKind => FILE_KINDS.some((each) => each === kind);

/** WhatsApp's limits, characters, or a number of items. */
const MAX = {
  body: 1_024,
  listBody: 4_096,
  header: 60,
  footer: 60,
  button: 20,
  buttons: 3,
  id: 256,
  rowId: 200,
  row: 24,
  description: 72,
  rows: 10,
  sections: 10,
  link: 2_000,
  placeName: 1_000,
} as const;
/** Instagram's limits: characters of a text with a link button. */
const MAX_INSTAGRAM_LINK_TEXT = 640;

const words = (maxLength: number, description: string, example: string) =>
  text(description, example, { minLength: 1, maxLength, pattern: NOT_BLANK_PATTERN });

const frame = {
  header: Type.Optional(words(MAX.header, 'A line above the text; WhatsApp only.', 'Your appointment')),
  footer: Type.Optional(words(MAX.footer, 'A line below the text; WhatsApp only.', 'Acme')),
};
const BODY = 'The text of the message.';
const Body = words(MAX.body, BODY, 'Does Friday at 10 suit you?');
const LABEL = 'The label of the button.';

const Buttons = Type.Object(
  {
    kind: Type.Literal('buttons', about('Reply buttons.')),
    ...frame,
    body: Body,
    buttons: Type.Array(
      Type.Object(
        {
          id: words(MAX.id, 'Returned with the answer; unique in the message.', 'friday-10'),
          title: words(MAX.button, `${LABEL} Unique in the message.`, 'Friday at 10'),
        },
        closed,
      ),
      { minItems: 1, maxItems: MAX.buttons, ...about('The buttons, from left to right.') },
    ),
  },
  { ...closed, ...about('A text with reply buttons; quick replies on Instagram.') },
);

const List = Type.Object(
  {
    kind: Type.Literal('list', about('A list to choose from.')),
    ...frame,
    body: words(MAX.listBody, BODY, 'Which day suits you?'),
    button: words(MAX.button, 'The label that opens the list.', 'Choose a day'),
    sections: Type.Array(
      Type.Object(
        {
          title: Type.Optional(
            words(MAX.row, 'The title of the section; required if there are several.', 'This week'),
          ),
          rows: Type.Array(
            Type.Object(
              {
                id: words(MAX.rowId, 'Returned with the answer; unique in the message.', 'friday-10'),
                title: words(MAX.row, 'The first line of the row.', 'Friday at 10'),
                description: Type.Optional(
                  words(MAX.description, 'The second line of the row.', 'With Dr Hale'),
                ),
              },
              closed,
            ),
            { minItems: 1, maxItems: MAX.rows, ...about('The rows of the section.') },
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: MAX.sections, ...about('The sections; at most 10 rows in all.') },
    ),
  },
  { ...closed, ...about('A text with a list to choose from; WhatsApp only.') },
);

const Link = Type.Object(
  {
    kind: Type.Literal('link', about('A button that opens an address.')),
    ...frame,
    body: Body,
    label: words(MAX.button, LABEL, 'Directions'),
    url: text('The address, https or http.', 'https://acme.example/visit', {
      format: 'uri',
      maxLength: MAX.link,
    }),
  },
  { ...closed, ...about('A text with a button that opens an address.') },
);

export const Interactive = Type.Union(
  [Buttons, List, Link],
  about('A message with buttons, a list or a link. The choice of the customer is a message with `payload`.'),
);
export type Interactive = Static<typeof Interactive>;

export const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90, ...about('Degrees; north is positive.', 37.7749) }),
    longitude: Type.Number({
      minimum: -180,
      maximum: 180,
      ...about('Degrees; east is positive.', -122.4194),
    }),
    name: Type.Optional(words(MAX.placeName, 'The name of the place.', 'Acme')),
    address: Type.Optional(
      words(MAX.placeName, 'The address; allowed only with a name.', '1 Market Street, San Francisco'),
    ),
  },
  { ...closed, ...about('A place on the map; WhatsApp only.') },
);
export type Place = Static<typeof Place>;

export const Reaction = Type.Object(
  {
    providerMessageId: text(
      'The message of the conversation that is reacted to, as events name it.',
      'wamid.HBgLMTQxNTU1NTAxMDA',
      { minLength: 1, maxLength: 256 },
    ),
    emoji: text('One emoji; an empty text removes the reaction.', '👍', { maxLength: 32 }),
  },
  { ...closed, ...about('A reaction to a message of the conversation; WhatsApp only.') },
);
export type Reaction = Static<typeof Reaction>;

/** Kinds of media that Instagram fetches from an address. */
export const LinkedMedia = Type.Object(
  {
    kind: literals(['image', 'video', 'audio'], about('The kind of file at the address.')),
    url: text('An https address, from which the channel fetches the file.', 'https://acme.example/map.png', {
      format: 'uri',
      maxLength: MAX.link,
    }),
  },
  { ...closed, ...about('A file at an address; Instagram only.') },
);
export type LinkedMedia = Static<typeof LinkedMedia>;

/** The content as the conversation keeps it. */
export type RichContent =
  | {
      readonly type: FileKind;
      /** Our ID. */
      readonly mediaId: string;
      readonly providerMediaId: string;
      readonly caption: string | null;
      /** The name that the customer sees; null except for documents. */
      readonly fileName: string | null;
    }
  | { readonly type: 'location'; readonly location: Place }
  | { readonly type: 'reaction'; readonly reaction: Reaction }
  | { readonly type: 'interactive'; readonly interactive: Interactive }
  | { readonly type: 'linked_media'; readonly media: LinkedMedia };

/** The type of some content is one of {@link RichContent}. */
export const isRich = <C extends { readonly type: string }>(
  content: C | RichContent,
): content is RichContent => RICH.has(content.type);
const RICH: ReadonlySet<string> = new Set<RichContent['type']>([
  ...FILE_KINDS,
  'location',
  'reaction',
  'interactive',
  'linked_media',
]);

/** What people and models read instead of the content; null if there are no words. */
export const wordsOfRich = (content: RichContent): string | null => {
  switch (content.type) {
    case 'location': {
      const { latitude, longitude, name, address } = content.location;
      return [name, address, `${latitude}, ${longitude}`].filter((part) => part !== undefined).join('\n');
    }
    case 'reaction':
      return content.reaction.emoji === '' ? null : content.reaction.emoji;
    case 'interactive':
      return wordsOfInteractive(content.interactive);
    case 'linked_media':
      return content.media.url;
    default: {
      const parts = [content.fileName, content.caption].filter((part) => part !== null);
      return parts.length === 0 ? null : parts.join('\n');
    }
  }
};

const wordsOfInteractive = (interactive: Interactive): string => {
  const { header, body, footer } = interactive;
  const choices = (): readonly string[] => {
    switch (interactive.kind) {
      case 'buttons':
        return interactive.buttons.map(({ title }) => `[${title}]`);
      case 'list':
        return interactive.sections.flatMap(({ rows }) => rows.map(({ title }) => `[${title}]`));
      default:
        return [`[${interactive.label}] ${interactive.url}`];
    }
  };
  return [header, body, ...choices(), footer].filter((part) => part !== undefined).join('\n');
};

const repeated = (values: readonly string[]): string | null =>
  values.find((value, index) => values.indexOf(value) !== index) ?? null;

/** Errors of interactive content that passed its schema. `path`: JSON Pointer to it. */
const interactiveProblems = (
  interactive: Interactive,
  channel: 'whatsapp' | 'instagram',
  path = '/interactive',
): readonly ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  const problem = (at: string, message: string): void =>
    void problems.push({ path: `${path}${at}`, message });
  if (channel === 'instagram') {
    if (interactive.kind === 'list') problem('/kind', 'must be buttons or link on Instagram');
    for (const name of ['header', 'footer'] as const)
      if (interactive[name] !== undefined) problem(`/${name}`, 'is not allowed on Instagram');
  }
  switch (interactive.kind) {
    case 'buttons': {
      for (const name of ['id', 'title'] as const) {
        const twice = repeated(interactive.buttons.map((button) => button[name]));
        if (twice !== null) problem('/buttons', `have the same ${name} twice: ${twice}`);
      }
      break;
    }
    case 'list': {
      const { sections } = interactive;
      const rows = sections.flatMap((section) => section.rows);
      if (rows.length > MAX.rows) problem('/sections', `must have at most ${MAX.rows} rows in all`);
      const twice = repeated(rows.map(({ id }) => id));
      if (twice !== null) problem('/sections', `have the same row id twice: ${twice}`);
      sections.forEach(({ title }, index) => {
        if (sections.length > 1 && title === undefined)
          problem(`/sections/${index}/title`, 'is required if there are several sections');
      });
      break;
    }
    default:
      if (!/^https?:\/\//i.test(interactive.url)) problem('/url', 'must begin with https:// or http://');
      if (channel === 'instagram' && [...interactive.body].length > MAX_INSTAGRAM_LINK_TEXT)
        problem('/body', `must have at most ${MAX_INSTAGRAM_LINK_TEXT} characters on Instagram`);
  }
  return problems;
};

/** One emoji: a pictograph with its modifiers, a flag, or a keycap. */
const EMOJI =
  /^(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*[\u{E0020}-\u{E007F}]*)$/u;

/** Errors of the other kinds that passed their schemas; absent kinds have none. */
export const richProblems = (
  body: {
    readonly interactive?: Interactive;
    readonly location?: Place;
    readonly reaction?: Reaction;
    readonly media?: LinkedMedia;
  },
  channel: 'whatsapp' | 'instagram',
): readonly ErrorDetail[] => {
  const { interactive, location, reaction, media } = body;
  const problems = interactive === undefined ? [] : [...interactiveProblems(interactive, channel)];
  if (location?.address !== undefined && location.name === undefined)
    problems.push({ path: '/location/name', message: 'is required with an address' });
  if (reaction !== undefined && reaction.emoji !== '' && !EMOJI.test(reaction.emoji))
    problems.push({ path: '/reaction/emoji', message: 'must be one emoji, or empty to remove the reaction' });
  if (media !== undefined && !media.url.startsWith('https://'))
    problems.push({ path: '/media/url', message: 'must begin with https://' });
  return problems;
};
