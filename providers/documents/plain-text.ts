/** Normalises text for storage: text from every kind of document has the same form. */
import { readFileSync, statSync } from 'node:fs';
import type { TableEncoding } from '../tables/text-encoding.js';
import { type DocumentLimits, DocumentRefused } from './document.js';

/** Control characters other than tab and line feed, and invisible characters; text needs neither. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const UNSEEN = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u200b\ufeff]/g;

/** Normalises line ends and blanks; one blank line separates paragraphs. Each step takes time linear in the text. */
const tidied = (raw: string): string =>
  // The conversion replaces lone surrogates, which are not characters.
  Buffer.from(raw)
    .toString()
    .replaceAll(/\r\n?|[\f\u2028\u2029]/g, '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC');

/** @throws DocumentRefused if there is no text, or too much */
export const textWithin = (
  raw: string,
  { maxTextCharacters, maxTextBytes }: Pick<DocumentLimits, 'maxTextCharacters' | 'maxTextBytes'>,
): string => {
  const text = tidied(raw);
  if (!/[\p{L}\p{N}]/u.test(text)) throw new DocumentRefused('document_without_text');
  if (text.length > maxTextCharacters || Buffer.byteLength(text) > maxTextBytes)
    throw new DocumentRefused('document_too_long');
  return text;
};

/** Reads a text or Markdown file. Markdown syntax stays: models read it as well as people do. @throws DocumentRefused */
export const plainText = (path: string, encoding: TableEncoding, limits: DocumentLimits): string => {
  // No encoding takes more than four bytes a character, so a larger file cannot fit.
  if (statSync(path).size > limits.maxTextCharacters * 4) throw new DocumentRefused('document_too_long');
  return new TextDecoder(encoding).decode(readFileSync(path));
};
