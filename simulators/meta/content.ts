/**
 * What the simulated WhatsApp refuses in a message that is not a template: limits of interactive messages, files that were not
 * uploaded or are of another kind, places off the globe, reactions to messages that do not exist
 * (docs/reference/protocols/whatsapp.md "Sending").
 */
import { type Json, list, record, text } from '../support/json.js';
import type { Refusal } from './templates.js';

/** Facts of the world that a message may refer to. */
export interface KnownThings {
  /** By the ID of an upload: its MIME type. */
  readonly uploads: ReadonlyMap<string, string>;
  /** Whether the account and this customer have exchanged the message. */
  readonly hasMessage: (id: string) => boolean;
}

const refused = (code: number, message: string, details: string): Refusal => ({
  status: 400,
  code,
  message,
  details,
});
const invalid = (details: string): Refusal => refused(131_009, 'Parameter value is not valid', details);
const missing = (details: string): Refusal => refused(131_008, 'Required parameter is missing', details);

const FILE_TYPES: Readonly<Record<string, RegExp>> = {
  image: /^image\/(jpeg|png)$/,
  audio: /^audio\/(aac|amr|mpeg|mp4|ogg)(;|$)/,
  video: /^video\/(mp4|3gpp)$/,
  document: /./,
};

/** Null if the message would be sent. `body`: as in the request. */
export const contentRefusal = (things: KnownThings, body: Json): Refusal | null => {
  const type = text(body.type) ?? 'text';
  const content = record(body[type]);
  switch (type) {
    case 'text':
      return words('text.body', content.body, 4_096);
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
      return fileRefusal(things, type, content);
    case 'location':
      return placeRefusal(content);
    case 'reaction': {
      const id = text(content.message_id);
      if (id === null) return missing('reaction.message_id');
      if (typeof content.emoji !== 'string') return missing('reaction.emoji');
      return things.hasMessage(id) ? null : invalid('reaction.message_id is not a message');
    }
    case 'interactive':
      return interactiveRefusal(content);
    case 'template':
      return null;
    default:
      return refused(131_051, 'Unsupported message type', type);
  }
};

/** A text that must exist and have at most `max` characters. */
const words = (name: string, value: unknown, max: number): Refusal | null => {
  const found = text(value);
  if (found === null || found.trim() === '') return missing(name);
  return [...found].length > max ? invalid(`${name} has more than ${max} characters`) : null;
};

const optional = (name: string, value: unknown, max: number): Refusal | null =>
  value === undefined ? null : words(name, value, max);

const first = (refusals: Iterable<Refusal | null>): Refusal | null => {
  for (const refusal of refusals) if (refusal !== null) return refusal;
  return null;
};

const fileRefusal = ({ uploads }: KnownThings, type: string, content: Json): Refusal | null => {
  const [id, link] = [text(content.id), text(content.link)];
  if ((id === null) === (link === null)) return missing(`${type}: exactly one of id and link`);
  if (type === 'audio' && content.caption !== undefined) return invalid('audio has no caption');
  const uploaded = id === null ? undefined : uploads.get(id);
  if (uploaded === undefined && id !== null && type !== 'image')
    return refused(131_053, 'Media upload error', 'there is no such media');
  if (uploaded !== undefined && FILE_TYPES[type]?.test(uploaded) !== true)
    return refused(131_053, 'Media upload error', `${uploaded} is no ${type}`);
  return optional(`${type}.caption`, content.caption, 1_024);
};

const placeRefusal = ({ latitude, longitude }: Json): Refusal | null => {
  const isWithin = (value: unknown, max: number): boolean => Math.abs(Number(value ?? Number.NaN)) <= max;
  return isWithin(latitude, 90) && isWithin(longitude, 180) ? null : invalid('location');
};

const interactiveRefusal = (content: Json): Refusal | null => {
  const kind = text(content.type);
  const { header, footer } = content;
  return first([
    words('interactive.body.text', record(content.body).text, kind === 'list' ? 4_096 : 1_024),
    header === undefined ? null : words('interactive.header.text', record(header).text, 60),
    footer === undefined ? null : words('interactive.footer.text', record(footer).text, 60),
    actionRefusal(kind, record(content.action)),
  ]);
};

const actionRefusal = (kind: string | null, action: Json): Refusal | null => {
  switch (kind) {
    case 'button':
      return buttonsRefusal(list(action.buttons));
    case 'list':
      return listRefusal(action);
    case 'cta_url': {
      const { display_text, url } = record(action.parameters);
      if (action.name !== 'cta_url') return invalid('interactive.action.name');
      if (!/^https?:\/\//.test(text(url) ?? '')) return invalid('interactive.action.parameters.url');
      return words('interactive.action.parameters.display_text', display_text, 20);
    }
    default:
      return invalid('interactive.type');
  }
};

const hasTwice = (values: readonly unknown[]): boolean => new Set(values).size < values.length;

const buttonsRefusal = (buttons: readonly Json[]): Refusal | null => {
  if (buttons.length < 1 || buttons.length > 3)
    return invalid('Invalid buttons count. Min allowed: 1, Max allowed: 3');
  const replies = buttons.map(({ reply }) => record(reply));
  if (hasTwice(replies.map(({ id }) => id)) || hasTwice(replies.map(({ title }) => title)))
    return invalid('buttons have the same id or title');
  return first(
    replies.flatMap(({ id, title }) => [words('reply.id', id, 256), words('reply.title', title, 20)]),
  );
};

const listRefusal = (action: Json): Refusal | null => {
  const sections = list(action.sections);
  const rows = sections.flatMap((section) => list(section.rows));
  if (sections.length < 1 || sections.length > 10 || rows.length < 1 || rows.length > 10)
    return invalid('Total row count exceed max allowed count: 10');
  if (hasTwice(rows.map(({ id }) => id))) return invalid('rows have the same id');
  return first([
    words('action.button', action.button, 20),
    ...sections.map(({ title }) =>
      sections.length > 1 ? words('section.title', title, 24) : optional('section.title', title, 24),
    ),
    ...rows.flatMap(({ id, title, description }) => [
      words('row.id', id, 200),
      words('row.title', title, 24),
      optional('row.description', description, 72),
    ]),
  ]);
};
