/** Reads a document of any kind. The document determines the cost, so this belongs in a process of its own (reader.ts). */
import { assertNever } from '../../schemas/assert.js';
import { describeCause } from '../provider-failure.js';
import { type DocumentJob, type DocumentOutcome, DocumentRefused } from './document.js';
import { kindOf } from './kind.js';
import { plainText, textWithin } from './plain-text.js';

/** Loads libraries on first use. @throws Error for faults that are not the document's */
export const parseDocument = async (job: DocumentJob): Promise<DocumentOutcome> => {
  try {
    const { text, issues } = await rawOf(job);
    return { text: textWithin(text, job.limits), issues: [...issues] };
  } catch (error) {
    if (error instanceof DocumentRefused) return { refused: error.issue, ...describeCause(error) };
    throw error;
  }
};

const rawOf = async ({ path, fileName, limits }: DocumentJob) => {
  const detected = kindOf(path, fileName);
  switch (detected.kind) {
    case 'pdf': {
      const { pdfText } = await import('./pdf.js');
      return pdfText(path, limits);
    }
    case 'archive': {
      const { docxText } = await import('./docx.js');
      return { text: await docxText(path, limits), issues: [] };
    }
    case 'html': {
      const { htmlText } = await import('./html.js');
      return { text: htmlText(path, detected.encoding, limits), issues: [] };
    }
    case 'text':
      return { text: plainText(path, detected.encoding, limits), issues: [] };
    default:
      return assertNever(detected);
  }
};
