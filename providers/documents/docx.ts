/** DOCX (ECMA-376) as text: paragraphs, lists, tables and notes in order. Macros and pictures are not unpacked. */
import mammoth from 'mammoth';
import { openArchive } from '../tables/archive.js';
import { withDefaults } from '../tables/limits.js';
import { TableRefused } from '../tables/refused.js';
import { type DocumentLimits, DocumentRefused, faultIn } from './document.js';

const MAIN = 'word/document.xml';

/** @throws DocumentRefused */
export const docxText = async (path: string, limits: DocumentLimits): Promise<string> => {
  await checkArchive(path, limits);
  try {
    const { value } = await mammoth.extractRawText({ path });
    return value;
  } catch (error) {
    throw faultIn(error);
  }
};

/** The library inflates any archive, so the sizes that the archive declares are checked first; memory is watched as well. */
const checkArchive = async (
  path: string,
  { maxInflatedBytes, maxInflationRatio, maxArchiveEntries }: DocumentLimits,
): Promise<void> => {
  try {
    const archive = await openArchive(
      path,
      withDefaults({ maxInflatedBytes, maxInflationRatio, maxArchiveEntries }),
    );
    archive.close();
    if (archive.has(MAIN)) return;
  } catch (error) {
    if (!(error instanceof TableRefused)) throw error;
    const bombed = error.issues.some(({ code }) => code === 'archive_too_large');
    throw new DocumentRefused(bombed ? 'document_too_complex' : 'document_damaged', error.cause);
  }
  throw new DocumentRefused('document_type_unknown');
};
