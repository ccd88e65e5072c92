/** Text as it is kept: whatever it was found in, it reads the same way. */
import { readFileSync, statSync } from 'node:fs';
import type { TableEncoding } from '../tables/text-encoding.js';
import { type DocumentLimits, DocumentRefused } from './document.js';

/** What no text needs: control characters besides tab and line feed, and signs that nobody sees. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSEEN = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u200b\ufeff]/g;

/** One kind of line end, of blank; paragraphs are a blank line apart. Each step takes a time in proportion to the text. */
const tidied = (raw: string): string =>
  // Halves of surrogate pairs are no characters.
  Buffer.from(raw)
    .toString()
    .replaceAll(/\r\n?|[\f\u2028\u2029]/g, '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC');

/** @throws DocumentRefused where there is nothing, or too much */
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

/** A text file, Markdown too: its marks are as good for a model as they are for people. @throws DocumentRefused */
export const plainText = (path: string, encoding: TableEncoding, limits: DocumentLimits): string => {
  // No encoding takes more bytes for a character; what is beyond cannot fit.
  if (statSync(path).size > limits.maxTextCharacters * 4) throw new DocumentRefused('document_too_long');
  return new TextDecoder(encoding).decode(readFileSync(path));
};
