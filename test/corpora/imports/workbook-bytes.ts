/** Builds small workbooks (ECMA-376) from their description, also in the variants that other programs write. */
import { archive } from '../../support/files/workbook.js';
import type { Cell, Workbook } from './shapes.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TRANSITIONAL = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  relations: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const STRICT = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  relations: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};
/** Numbers of own formats begin here; smaller ones are built in. */
const FIRST_OWN_FORMAT = 164;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The bytes of the workbook. */
export const workbookBytes = async (book: Workbook): Promise<Buffer> => {
  const { main, relations } = book.strict === true ? STRICT : TRANSITIONAL;
  const relation = book.relationPrefix ?? 'r';
  const element = book.elementPrefix === undefined ? '' : `${book.elementPrefix}:`;
  const xmlns = element === '' ? `xmlns="${main}"` : `xmlns:${book.elementPrefix}="${main}"`;
  /** Written without a prefix, and given the prefix of the book here. */
  const part = (root: string, attributes: string, inside: string): string =>
    `${XML}${`<${root} ${xmlns}${attributes}>${inside}</${root}>`.replaceAll(/<(\/?)(?=[a-zA-Z])/g, `<$1${element}`)}`;

  const { rows, strings, formats } = sheetOf(book);
  const sheets = book.hiddenFirst === true ? ['hidden', 'visible'] : ['visible'];
  const listed = sheets
    .map(
      (state, at) => `<sheet name="S${at}" sheetId="${at + 1}" state="${state}" ${relation}:id="rId${at}"/>`,
    )
    .join('');
  const related = sheets.map((state, at) => {
    const path = state === 'hidden' ? 'worksheets/hidden.xml' : (book.target ?? 'worksheets/sheet1.xml');
    return `<Relationship Id="rId${at}" Type="${relations}/worksheet" Target="${path}"/>`;
  });
  const own = formats.filter((format) => typeof format === 'string');
  const idOf = (format: string | number): number =>
    typeof format === 'number' ? format : FIRST_OWN_FORMAT + own.indexOf(format);
  const styles =
    `<numFmts>${own.map((code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${escaped(code)}"/>`).join('')}</numFmts>` +
    `<cellXfs>${[0, ...formats].map((format) => `<xf numFmtId="${idOf(format)}"/>`).join('')}</cellXfs>`;
  return archive({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"/>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}</Relationships>`,
    'xl/workbook.xml': part(
      'workbook',
      ` xmlns:${relation}="${relations}"`,
      `${book.date1904 === true ? '<workbookPr date1904="1"/>' : ''}<sheets>${listed}</sheets>`,
    ),
    'xl/worksheets/sheet1.xml': part('worksheet', '', `<sheetData>${rows}</sheetData>`),
    ...(book.hiddenFirst === true
      ? { 'xl/worksheets/hidden.xml': part('worksheet', '', '<sheetData/>') }
      : {}),
    ...(book.minimal === true
      ? {}
      : {
          'xl/styles.xml': part('styleSheet', '', styles),
          'xl/sharedStrings.xml': part('sst', '', strings.join('')),
        }),
  });
};

interface Sheet {
  /** The inside of `sheetData`. */
  readonly rows: string;
  /** The entries of the table of shared strings. */
  readonly strings: readonly string[];
  /** Formats of the cell styles after the first. */
  readonly formats: readonly (string | number)[];
}

const sheetOf = ({ rows, references = true }: Workbook): Sheet => {
  const strings: string[] = [];
  const formats: (string | number)[] = [];

  const share = (inside: string): string => {
    strings.push(`<si>${inside}</si>`);
    return `<v>${strings.length - 1}</v>`;
  };
  const styleOf = (format: string | number | undefined): string => {
    if (format === undefined) return '';
    if (!formats.includes(format)) formats.push(format);
    return ` s="${formats.indexOf(format) + 1}"`;
  };
  const cellOf = (cell: Cell, reference: string): string => {
    if (cell === null) return references ? '' : '<c/>';
    if (typeof cell === 'string') return `<c${reference} t="inlineStr"><is>${textOf(cell)}</is></c>`;
    if ('shared' in cell) {
      const hint = cell.phonetic === undefined ? '' : `<rPh sb="0" eb="1">${textOf(cell.phonetic)}</rPh>`;
      return `<c${reference} t="s">${share(`${textOf(cell.shared)}${hint}`)}</c>`;
    }
    if ('rich' in cell)
      return `<c${reference} t="s">${share(cell.rich.map((run) => `<r>${textOf(run)}</r>`).join(''))}</c>`;
    if ('boolean' in cell) return `<c${reference} t="b"><v>${cell.boolean ? 1 : 0}</v></c>`;
    if ('error' in cell) return `<c${reference} t="e"><v>${escaped(cell.error)}</v></c>`;
    const formula = cell.formula === undefined ? '' : `<f>${escaped(cell.formula)}</f>`;
    if ('text' in cell) return `<c${reference} t="str">${formula}<v>${escaped(cell.text)}</v></c>`;
    return `<c${reference}${styleOf(cell.format)}>${formula}<v>${cell.number}</v></c>`;
  };

  const written = rows.map((cells, row) => {
    const inside = cells.map((cell, column) =>
      cellOf(cell, references ? ` r="${String.fromCharCode(65 + column)}${row + 1}"` : ''),
    );
    return `<row${references ? ` r="${row + 1}"` : ''}>${inside.join('')}</row>`;
  });
  return { rows: written.join(''), strings, formats };
};

const textOf = (text: string): string => `<t xml:space="preserve">${escaped(text)}</t>`;
