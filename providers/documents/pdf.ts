/** PDF as text, page by page. No script runs, and nothing is rendered. */
import { readFileSync } from 'node:fs';
import { getDocumentProxy } from 'unpdf';
import { type DocumentIssue, type DocumentLimits, DocumentRefused, faultIn, issueOf } from './document.js';

/** A line starts a paragraph if it is farther below the previous line than this many times its height. */
const PARAGRAPH_GAP = 1.7;
/** Maximum number of pages that an issue lists. */
const NAMED_PAGES = 10;

interface Piece {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly height: number;
  /** Six numbers; the last is the vertical position on the page. */
  readonly transform: readonly unknown[];
}

/** @throws DocumentRefused */
export const pdfText = async (
  path: string,
  limits: DocumentLimits,
): Promise<{ readonly text: string; readonly issues: readonly DocumentIssue[] }> => {
  const pdf = await opened(path);
  const pages: string[] = [];
  const emptyPages: number[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const text = await textOfPage(pdf, number);
    if (text.trim() === '') emptyPages.push(number);
    pages.push(text);
    length += text.length;
    // The margin allows for whitespace that is removed later, which is far less than this.
    if (length > limits.maxTextCharacters * 4) throw new DocumentRefused('document_too_long');
  }
  const issues =
    emptyPages.length === 0 || emptyPages.length === pdf.numPages ? [] : [emptyPagesIssue(emptyPages)];
  return { text: pages.join('\n\n'), issues };
};

const textOfPage = async (pdf: Awaited<ReturnType<typeof opened>>, number: number): Promise<string> => {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return pageText(items.flatMap((item) => ('str' in item ? [item] : [])));
  } catch (error) {
    throw faultIn(error);
  }
};

const opened = async (path: string) => {
  try {
    return await getDocumentProxy(new Uint8Array(readFileSync(path)), {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      // Otherwise the library prints warnings.
      verbosity: 0,
    });
  } catch (error) {
    const locked = error instanceof Error && error.name === 'PasswordException';
    throw locked ? new DocumentRefused('document_encrypted') : faultIn(error);
  }
};

const pageText = (pieces: readonly Piece[]): string => {
  let text = '';
  let above: number | null = null;
  for (const { str, hasEOL, height, transform } of pieces) {
    const at = transform[5];
    if (str.trim() !== '' && typeof at === 'number') {
      if (above !== null && above - at > height * PARAGRAPH_GAP && height > 0) text += '\n';
      above = at;
    }
    text += str;
    if (hasEOL) text += '\n';
  }
  return text;
};

const emptyPagesIssue = (pages: readonly number[]): DocumentIssue => {
  const named = pages.slice(0, NAMED_PAGES).join(', ');
  const more = pages.length > NAMED_PAGES ? ` and ${pages.length - NAMED_PAGES} more` : '';
  return issueOf(
    'pages_without_text',
    `these pages contain no text, perhaps only images: ${named}${more}; run text recognition (OCR) on them if they matter`,
  );
};
