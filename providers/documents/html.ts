/** HTML as text: what a reader sees of it. Nothing in it runs, and nothing that it names is fetched. */
import { readFileSync, statSync } from 'node:fs';
import { convert, type FormatCallback } from 'html-to-text';
import type { TableEncoding } from '../tables/text-encoding.js';
import { type DocumentLimits, DocumentRefused, faultIn } from './document.js';

/** Where a page says its encoding. */
const SAYS_WITHIN = 2_048;
const CHARSET = /<meta[^>]{0,200}charset\s{0,10}=\s{0,10}["']?([\w:-]{2,40})/i;
/** Elements within each other; pages have dozens. */
const MAX_DEPTH = 400;

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
/** Cells would run into each other. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' | ');
};
const UNREAD = [
  'img',
  'svg',
  'template',
  'noscript',
  'iframe',
  'object',
  'video',
  'audio',
  'canvas',
] as const;

/** @throws DocumentRefused */
export const htmlText = (path: string, encoding: TableEncoding, limits: DocumentLimits): string => {
  if (statSync(path).size > limits.maxMarkupBytes) throw new DocumentRefused('document_too_long');
  const html = decoded(readFileSync(path), encoding);
  try {
    return convert(html, {
      wordwrap: false,
      limits: { maxInputLength: limits.maxMarkupBytes, maxDepth: MAX_DEPTH },
      formatters: { cell },
      selectors: [
        ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
        { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
        { selector: 'a', options: { ignoreHref: true } },
        ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
        ...UNREAD.map((selector) => ({ selector, format: 'skip' })),
      ],
    });
  } catch (error) {
    throw faultIn(error);
  }
};

/** What is not UTF-8 or marked is what the page says, if it is one that is known. */
const decoded = (bytes: Buffer, encoding: TableEncoding): string => {
  const charset = CHARSET.exec(bytes.subarray(0, SAYS_WITHIN).toString('latin1'))?.[1];
  if (encoding === 'windows-1252' && charset !== undefined) {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // A name that nobody knows: it is read as what it looks like.
    }
  }
  return new TextDecoder(encoding).decode(bytes);
};
