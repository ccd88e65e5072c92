/**
 * Turns the Markdown that models write into what a channel shows: WhatsApp's own marks, plain text on Instagram. Pure.
 *
 * It guarantees:
 * F1. No word is lost: only marks are removed or replaced. A link keeps its text and its address.
 * F2. Addresses and code are never changed inside.
 * F3. Text without Markdown is unchanged, except for space at the ends of lines. Asterisks and underscores between letters
 *     or beside spaces are no marks.
 *
 * A model is instructed to write plain text (providers/llm/prompt.ts), so Markdown is the exception, and the subset below
 * suffices.
 */
import type { AccountChannel } from '../../schemas/channels/channel.js';

/** Longest text that is converted, characters; a longer one is returned as it is. No model's reply is longer. */
const MAX_CHARACTERS = 64_000;

/** The marks of a channel around emphasised text; empty if it shows none. */
interface Marks {
  readonly bold: string;
  readonly italic: string;
  readonly strike: string;
  /** Whether it shows text between backticks as code, and `> ` as a quotation. */
  readonly hasCode: boolean;
}

const MARKS: Readonly<Record<AccountChannel, Marks>> = {
  whatsapp: { bold: '*', italic: '_', strike: '~', hasCode: true },
  instagram: { bold: '', italic: '', strike: '', hasCode: false },
};

/** The text as the channel shows it. */
export const channelText = (markdown: string, channel: AccountChannel): string => {
  if (markdown.length > MAX_CHARACTERS) return markdown;
  const marks = MARKS[channel];
  const lines: string[] = [];
  let isCode = false;
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    if (FENCE.test(line)) {
      isCode = !isCode;
      if (marks.hasCode) lines.push('```');
    } else if (isCode) lines.push(line);
    else lines.push(isRule(line) ? '' : block(line.trimEnd(), marks));
  }
  // A fence that never closes would show the rest of the conversation's text as code.
  if (isCode && marks.hasCode) lines.push('```');
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
};

const FENCE = /^\s{0,3}(?:```|~~~)/;
const RULE = /^\s{0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const TABLE_RULE = /^\|?(?::?-{2,}:?\|)+(?::?-{2,}:?)?$/;
const TABLE_ROW = /^\s*\|(.+)\|\s*$/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*)$/;
const QUOTE = /^\s{0,3}>\s?(.*)$/;
const ITEM = /^(\s*)[-*+]\s+(?:\[([ xX])\]\s+)?(.*)$/;
const NUMBERED = /^(\s*)(\d{1,4})[.)]\s+(.*)$/;

/** A line that separates: of a table, or of the text. */
const isRule = (line: string): boolean => RULE.test(line) || TABLE_RULE.test(line.replaceAll(/\s+/g, ''));

/** Converts one line. */
const block = (line: string, marks: Marks): string => {
  const [, heading] = HEADING.exec(line) ?? [];
  if (heading !== undefined)
    return wrapped(inline(heading.replace(/\s#+$/, ''), { ...marks, bold: '' }), marks.bold);
  const [, quoted] = QUOTE.exec(line) ?? [];
  if (quoted !== undefined) return `${marks.hasCode ? '> ' : ''}${inline(quoted, marks)}`;
  const [, row] = TABLE_ROW.exec(line) ?? [];
  if (row !== undefined)
    return row
      .split('|')
      .map((cell) => inline(cell.trim(), marks))
      .filter((cell) => cell !== '')
      .join(' – ');
  const [, indent = '', box, item] = ITEM.exec(line) ?? [];
  if (item !== undefined) {
    const tick = box === undefined ? '' : box === ' ' ? '☐ ' : '☑ ';
    return `${indent}- ${tick}${inline(item, marks)}`;
  }
  const [, space = '', number, words] = NUMBERED.exec(line) ?? [];
  if (number !== undefined && words !== undefined) return `${space}${number}. ${inline(words, marks)}`;
  return inline(line, marks);
};

/** Marks hold no space at their ends, or the channel shows them as characters. */
const wrapped = (text: string, mark: string): string => {
  const words = text.trim();
  return words === '' || mark === '' ? text : text.replace(words, () => `${mark}${words}${mark}`);
};

/** Code, a link, an address, or an escaped character: what emphasis must not be looked for in. F2 */
const ATOM =
  /(?<!`)(`{1,2})(?!`)(.{1,2000}?)(?<!`)\1(?!`)|!?\[([^\][]{0,1000})\]\(\s*<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,500}\)[^\s()<>]{0,500})?)>?(?:\s+["'][^"']{0,500}["'])?\s*\)|<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>|(https?:\/\/[^\s<>*]+)|\\([!-/:-@[-`{-~])/gu;
/** Stand for the atoms while emphasis is converted; private characters, which no text of a channel holds. */
const OPEN = '\uE000';
const CLOSE = '\uE001';

const inline = (text: string, marks: Marks): string => {
  const atoms: string[] = [];
  const keep = (atom: string): string => `${OPEN}${atoms.push(atom) - 1}${CLOSE}`;
  const bare = text
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(
      ATOM,
      (
        whole: string,
        ticks: string | undefined,
        code: string | undefined,
        label: string | undefined,
        target: string | undefined,
        address: string | undefined,
        _url: string | undefined,
        escaped: string | undefined,
      ) => {
        if (ticks !== undefined && code !== undefined)
          return keep(marks.hasCode ? `\`${code.trim()}\`` : code.trim());
        if (target !== undefined) return linked(label ?? '', target, keep);
        return keep(address?.replace(/^mailto:/, '') ?? escaped ?? whole);
      },
    );
  return emphasised(bare, marks).replaceAll(
    /\uE000(\d+)\uE001/g,
    (_, index: string) => atoms[Number(index)] ?? '',
  );
};

/** The label of a link stays text, which may be emphasised; its address follows unless the label says it. F1 */
const linked = (label: string, target: string, keep: (atom: string) => string): string => {
  const address = target.replace(/^(?:mailto|tel):/, '');
  const words = label.trim();
  return words === '' || words === address || words === target ? keep(address) : `${words}: ${keep(address)}`;
};

const BOTH = /(?<![*\p{L}\p{N}])\*{3}(?=\S)([^*\n]*[^*\s])\*{3}(?![*\p{L}\p{N}])/gu;
const BOLD = /(?<!\*)\*\*(?=[^\s*])((?:[^*\n]|\*(?!\*))*?[^\s*])\*\*(?!\*)/gu;
const STRONG = /(?<![_\p{L}\p{N}])__(?=[^\s_])((?:[^_\n]|_(?!_))*?[^\s_])__(?![_\p{L}\p{N}])/gu;
const ITALIC = /(?<![*\p{L}\p{N}])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![*\p{L}\p{N}])/gu;
const SLANTED = /(?<![_\p{L}\p{N}])_(?=[^\s_])([^_\n]*[^\s_])_(?![_\p{L}\p{N}])/gu;
const STRIKE = /~~(?=[^\s~])([^~\n]*[^\s~])~~/gu;
/** Stand for the channel's marks until all of Markdown's are converted: the same characters have other meanings. */
const PENDING = { bold: '\uE002', italic: '\uE003' } as const;

const emphasised = (text: string, marks: Marks): string => {
  const bold = (words: string): string => `${PENDING.bold}${words}${PENDING.bold}`;
  const italic = (words: string): string => `${PENDING.italic}${words}${PENDING.italic}`;
  return text
    .replaceAll(/[\uE002\uE003]/g, '')
    .replaceAll(BOTH, (_, words: string) => bold(italic(words)))
    .replaceAll(BOLD, (_, words: string) => bold(words))
    .replaceAll(STRONG, (_, words: string) => bold(words))
    .replaceAll(ITALIC, (_, words: string) => italic(words))
    .replaceAll(SLANTED, (_, words: string) => italic(words))
    .replaceAll(STRIKE, (_, words: string) => `${marks.strike}${words}${marks.strike}`)
    .replaceAll(PENDING.bold, marks.bold)
    .replaceAll(PENDING.italic, marks.italic);
};
