/** Detects a file's kind from its content, and from its name only if the content is ambiguous. */
import { closeSync, openSync, readSync } from 'node:fs';
import { detectEncoding, type TableEncoding } from '../tables/text-encoding.js';
import { DocumentRefused } from './document.js';

export type DocumentKind =
  | { readonly kind: 'pdf' }
  /** A ZIP archive, such as a DOCX. */
  | { readonly kind: 'archive' }
  | { readonly kind: 'html'; readonly encoding: TableEncoding }
  | { readonly kind: 'text'; readonly encoding: TableEncoding };

const HEAD_BYTES = 64 * 1024;
/** A PDF's header may start anywhere in these first bytes: some files have a few lines before it. */
const PDF_WITHIN = 1_024;
/** Signature of older Office documents, and of newer ones that are encrypted. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** The start of a complete page, and of nothing else. */
const PAGE = /^(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!doctype\s+html|<html|<head|<body)[\s>]/i;
/** The start of an HTML fragment, and of some Markdown. */
const MARKUP =
  /^<(?:!--|(?:h[1-6]|div|p|table|ul|ol|section|article|main|header|span|a|b|title|style)[\s>])/i;

/** @throws DocumentRefused */
export const kindOf = (path: string, fileName: string): DocumentKind => {
  const head = headOf(path);
  if (head.length === 0) throw new DocumentRefused('file_empty');
  if (head.subarray(0, PDF_WITHIN).includes('%PDF-')) return { kind: 'pdf' };
  if (head[0] === 0x50 && head[1] === 0x4b) return { kind: 'archive' };
  if (head.subarray(0, COMPOUND.length).equals(COMPOUND))
    throw new DocumentRefused(holds(path, ENCRYPTED) ? 'document_encrypted' : 'document_type_unknown');
  const encoding = detectEncoding(head, { path });
  const text = encoding === null ? '' : new TextDecoder(encoding).decode(head).trimStart();
  if (encoding === null || text.startsWith('{\\rtf')) throw new DocumentRefused('document_type_unknown');
  const name = fileName.toLowerCase();
  const isMarkup = MARKUP.test(text) && !/\.(?:md|markdown|txt|text)$/.test(name);
  return { kind: PAGE.test(text) || isMarkup || /\.x?html?$/.test(name) ? 'html' : 'text', encoding };
};

const headOf = (path: string): Buffer => {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
};

/** Whether a file contains these bytes. Uses bounded memory. */
const holds = (path: string, wanted: Buffer): boolean => {
  const file = openSync(path, 'r');
  try {
    let window = Buffer.alloc(0);
    for (;;) {
      const chunk = Buffer.alloc(1024 * 1024);
      const read = readSync(file, chunk, 0, chunk.length, null);
      if (read === 0) return false;
      // The end of the previous chunk stays in the window, so that a match across two chunks is found.
      window = Buffer.concat([window.subarray(-wanted.length), chunk.subarray(0, read)]);
      if (window.includes(wanted)) return true;
    }
  } finally {
    closeSync(file);
  }
};
