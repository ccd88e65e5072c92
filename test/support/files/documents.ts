/** Creates PDF and DOCX documents for tests, valid and invalid ones. */
import { deflateSync } from 'node:zlib';
import { archive } from './workbook.js';

const escaped = (text: string): string => text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`);

/** Unusual properties of a PDF. */
export interface PdfOptions {
  /** An encryption dictionary: no password opens it. */
  readonly encrypted?: boolean;
}

/** A PDF with one compressed content stream per page. */
export const pdfOf = (contents: readonly Buffer[], { encrypted = false }: PdfOptions = {}): Buffer => {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let at = pieces[0]?.length ?? 0;
  const object = (body: Buffer | string): void => {
    places.push(at);
    const number = places.length;
    const whole = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body),
      Buffer.from('\nendobj\n'),
    ]);
    pieces.push(whole);
    at += whole.length;
  };
  const pageRefs = contents.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(`<< /Type /Pages /Kids [${pageRefs}] /Count ${contents.length} >>`);
  object('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [index, content] of contents.entries()) {
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    const packed = deflateSync(content);
    object(
      Buffer.concat([
        Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
        packed,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  const hex = '00112233445566778899aabbccddeeff'.repeat(2);
  if (encrypted) object(`<< /Filter /Standard /V 1 /R 2 /O <${hex}> /U <${hex}> /P -44 >>`);
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const id = encrypted ? ` /Encrypt ${places.length} 0 R /ID [<${hex}> <${hex}>]` : '';
  pieces.push(
    Buffer.from(
      `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${places.length + 1} /Root 1 0 R${id} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
};

/** A page of lines; an empty line is a wider gap. */
export const pdfPage = (lines: readonly string[]): Buffer =>
  Buffer.from(
    `BT /F1 12 Tf 14 TL 72 770 Td\n${lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')}\nET`,
    'latin1',
  );

/** A PDF with a page for each list of lines. */
export const pdf = (...pages: readonly (readonly string[])[]): Buffer => pdfOf(pages.map(pdfPage));

const TYPES = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

/** A DOCX with this XML as its body. */
export const docxOf = (body: string): Promise<Buffer> =>
  archive({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': RELATIONS,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });

/** A paragraph of a DOCX; the text is inserted as XML. */
export const paragraph = (text: string): string =>
  `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A DOCX with these paragraphs. */
export const docx = (...paragraphs: readonly string[]): Promise<Buffer> =>
  docxOf(paragraphs.map(paragraph).join(''));
