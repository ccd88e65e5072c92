/** HTML as the text that a reader sees. No script runs, and no linked resource is fetched. */
import { readFileSync, statSync } from 'node:fs';
import { convert, type FormatCallback } from 'html-to-text';
import type { TableEncoding } from '../tables/text-encoding.js';
import { type DocumentLimits, DocumentRefused, faultIn } from './document.js';

/** Bytes at the start of a page that are searched for its declared encoding. */
const CHARSET_WITHIN = 2_048;
const CHARSET = /<meta[^>]{0,200}charset\s{0,10}=\s{0,10}["']?([\w:-]{2,40})/i;
/** Nesting depth of elements; pages have dozens. */
const MAX_DEPTH = 400;

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
/** Separates table cells, which would otherwise run together. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' | ');
};
const SKIPPED = [
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
        ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
      ],
    });
  } catch (error) {
    throw faultIn(error);
  }
};

/** Uses the encoding that the page declares, if it is known and the bytes are neither UTF-8 nor marked by a BOM. */
const decoded = (bytes: Buffer, encoding: TableEncoding): string => {
  const charset = CHARSET.exec(bytes.subarray(0, CHARSET_WITHIN).toString('latin1'))?.[1];
  if (encoding === 'windows-1252' && charset !== undefined) {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // The declared name is unknown; use the detected encoding.
    }
  }
  return new TextDecoder(encoding).decode(bytes);
};
