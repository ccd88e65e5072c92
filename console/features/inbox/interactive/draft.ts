/** A message with buttons, a list or a link while it is written, and as it is sent. Pure. */
import type { Body } from '../../../api/client.js';
import { INTERACTIVE } from './messages.js';

export type Interactive = NonNullable<Body<'replyInConversation'>['interactive']>;
export type Kind = Interactive['kind'];

export interface Row {
  /** Names the row while others come and go. */
  readonly key: number;
  readonly title: string;
  /** Only in a list. */
  readonly description: string;
}

/** Input of all kinds is kept while the kind changes. */
export interface InteractiveDraft {
  readonly kind: Kind;
  readonly header: string;
  readonly body: string;
  readonly footer: string;
  readonly buttons: readonly Row[];
  readonly listButton: string;
  readonly rows: readonly Row[];
  readonly label: string;
  readonly url: string;
}

/** Limits of the channels, characters or items (schemas/channels/rich-content.ts). */
export const MAX = {
  body: 1_024,
  listBody: 4_096,
  header: 60,
  footer: 60,
  button: 20,
  buttons: 3,
  row: 24,
  description: 72,
  rows: 10,
  link: 2_000,
} as const;

export const emptyRow = (key: number): Row => ({ key, title: '', description: '' });

/** `body`: what was written before. */
export const emptyInteractive = (body: string): InteractiveDraft => ({
  kind: 'buttons',
  header: '',
  body,
  footer: '',
  buttons: [emptyRow(1), emptyRow(2)],
  listButton: '',
  rows: [emptyRow(1), emptyRow(2)],
  label: '',
  url: '',
});

/** Kinds of each channel; header, footer and lists are WhatsApp's. */
export const KINDS_OF: Readonly<Record<'whatsapp' | 'instagram', readonly Kind[]>> = {
  whatsapp: ['buttons', 'list', 'link'],
  instagram: ['buttons', 'link'],
};

export const bodyLimit = (kind: Kind): number => (kind === 'list' ? MAX.listBody : MAX.body);

const filled = (rows: readonly Row[]): readonly Row[] => rows.filter(({ title }) => title.trim() !== '');

/** The rows that the customer chooses from; none of a link. */
const choicesOf = ({ kind, buttons, rows }: InteractiveDraft): readonly Row[] => {
  if (kind === 'buttons') return filled(buttons);
  return kind === 'list' ? filled(rows) : [];
};

/** Why the message cannot be sent; null: it can. */
export const problemOf = (draft: InteractiveDraft): string | null => {
  const { kind, body, listButton, label, url } = draft;
  const texts = INTERACTIVE.problems;
  const choices = choicesOf(draft);
  const isMissing =
    body.trim() === '' ||
    (kind === 'link' ? label.trim() === '' || url.trim() === '' : choices.length === 0) ||
    (kind === 'list' && listButton.trim() === '');
  if (isMissing) return texts.missing;
  if (body.trim().length > bodyLimit(kind)) return texts.tooLong(INTERACTIVE.body, bodyLimit(kind));
  if (new Set(choices.map(({ title }) => title.trim())).size < choices.length) return texts.same;
  if (kind === 'link' && !/^https?:\/\/\S+$/.test(url.trim())) return texts.url;
  return null;
};

/** An id says which choice the customer took: the agent and the API see it with the answer. */
const idOf = (title: string, index: number): string => {
  const words = title
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${index + 1}-${words === '' ? 'choice' : words}`.slice(0, 200);
};

/** The message as the API takes it. `frame`: whether the channel has lines above and below the text. */
export const interactiveOf = (draft: InteractiveDraft, frame: boolean): Interactive => {
  const { kind, header, body, footer, listButton, label, url } = draft;
  const shared = {
    ...(frame && header.trim() !== '' ? { header: header.trim() } : {}),
    ...(frame && footer.trim() !== '' ? { footer: footer.trim() } : {}),
    body: body.trim(),
  };
  const choices = choicesOf(draft).map(({ title, description }, index) => ({
    id: idOf(title, index),
    title: title.trim(),
    description: description.trim(),
  }));
  switch (kind) {
    case 'buttons':
      return { kind, ...shared, buttons: choices.map(({ id, title }) => ({ id, title })) };
    case 'list':
      return {
        kind,
        ...shared,
        button: listButton.trim(),
        sections: [
          {
            rows: choices.map(({ id, title, description }) => ({
              id,
              title,
              ...(description === '' ? {} : { description }),
            })),
          },
        ],
      };
    case 'link':
      return { kind, ...shared, label: label.trim(), url: url.trim() };
    default:
      return kind satisfies never;
  }
};
