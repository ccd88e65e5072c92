/**
 * Workbooks (ECMA-376): the first visible sheet, read as a stream. Formulas are never evaluated: a cell shows the value
 * that the saving program had computed. Macros are not even unpacked.
 */
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { type Archive, openArchive } from './archive.js';
import { batchesOf, type RawRow } from './batches.js';
import { checkColumns, headerOf } from './header.js';
import { isBlank, SAMPLE_ROWS, tableLayout } from './layout.js';
import type { TableLimits } from './limits.js';
import { damaged, refused, TableRefused, tooComplex } from './refused.js';
import type { Table, TableFile } from './types.js';
import { builtInFormat, formatOf, type NumberFormat, numberText, unescaped } from './workbook-values.js';

/** The column of a reference to a cell (ECMA-376 part 1, 18.3.1.4): 0 for `A1`, 26 for `AA7`. */
const columnIndex = (reference: string): number => {
  let index = 0;
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    index = index * 26 + value;
  }
  return index - 1;
};

interface Tag {
  readonly local: string;
  readonly attribute: (name: string) => string;
  /** The id of a relation, whatever the prefix of its namespace. */
  readonly relationId: () => string;
}

interface XmlHandler {
  readonly open: (tag: Tag) => void;
  readonly text?: (text: string) => void;
  readonly close?: (local: string) => void;
}

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHARED = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';

export const xlsxTable = async (file: TableFile, limits: TableLimits): Promise<Table> => {
  const archive = await openArchive(file.path, limits);
  try {
    if (!archive.has(WORKBOOK))
      throw refused('format_unknown', 'the file is an archive but not an XLSX workbook');
    const { sheet, sheetName, epoch1904 } = await firstSheet(archive, limits);
    const shared = archive.has(SHARED) ? await sharedStrings(archive, limits) : [];
    const styles = archive.has(STYLES) ? await stylesOf(archive, limits) : [];
    const rows = rowsOf(archive, sheet, { shared, styles, epoch1904 }, limits);
    const first: SheetRow[] = [];
    let isDone = false;
    while (first.length < SAMPLE_ROWS && !isDone) {
      const next = await rows.next();
      isDone = next.done === true;
      if (next.done !== true) first.push(...next.value);
    }
    const { headerAt, columns } = tableLayout(first.slice(0, SAMPLE_ROWS).map(({ cells }) => cells));
    const names = first[headerAt];
    if (names === undefined) throw refused('file_empty', 'the first sheet is empty');
    const { header, issues } = headerOf(names.cells, columns, limits);
    const remaining = async function* (): AsyncGenerator<readonly RawRow[]> {
      const rest = first.slice(headerAt + 1);
      if (rest.length > 0) yield rest.map(({ cells }) => cells);
      for await (const chunk of rows) yield chunk.map(({ cells }) => cells);
    };
    return {
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      sheet: sheetName,
      headerRow: names.row,
      header,
      batches: () => batchesOf({ header, columns, issues }, remaining(), limits),
      close: async () => {
        await rows.return(undefined);
        archive.close();
      },
    };
  } catch (error) {
    archive.close();
    throw error;
  }
};

/** Feeds an XML part to a handler, piece by piece; yields after each piece. @throws TableRefused */
async function* parsed(
  archive: Archive,
  name: string,
  handler: XmlHandler,
  limits: TableLimits,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: true });
  const decoder = new TextDecoder();
  parser.on('error', (error) => {
    throw damaged('the workbook contains malformed XML; save it again', error);
  });
  let depth = 0;
  /** Bytes that the parser may hold: those since the last event. */
  let pieceBytes = 0;
  parser.on('opentag', (tag) => {
    pieceBytes = 0;
    depth += 1;
    if (depth > limits.maxXmlDepth)
      throw refused('archive_damaged', 'the elements of the workbook are nested too deeply; save it again');
    const attributes: Readonly<Record<string, SaxesAttributeNS>> = tag.attributes;
    handler.open({
      local: tag.local,
      attribute: (key) => attributes[key]?.value ?? '',
      relationId: () =>
        Object.values(attributes).find(({ local, prefix }) => local === 'id' && prefix !== '')?.value ?? '',
    });
  });
  parser.on('closetag', (tag) => {
    pieceBytes = 0;
    depth -= 1;
    handler.close?.(tag.local);
  });
  parser.on('text', (text) => {
    pieceBytes = 0;
    handler.text?.(text);
  });
  const stream = await archive.open(name);
  try {
    for await (const chunk of stream) {
      const bytes: Buffer = chunk;
      pieceBytes += bytes.length;
      parser.write(decoder.decode(bytes, { stream: true }));
      if (pieceBytes > limits.maxXmlPiece) throw tooComplex();
      yield;
    }
    parser.close();
  } catch (error) {
    if (error instanceof TableRefused) throw error;
    throw damaged('the workbook is damaged; save it again', error);
  } finally {
    stream.destroy();
  }
}

const whole = async (pieces: AsyncGenerator<void>): Promise<void> => {
  for await (const _piece of pieces);
};

const firstSheet = async (
  archive: Archive,
  limits: TableLimits,
): Promise<{ sheet: string; sheetName: string; epoch1904: boolean }> => {
  let relation = '';
  let sheetName = '';
  let epoch1904 = false;
  await whole(
    parsed(
      archive,
      WORKBOOK,
      {
        open: ({ local, attribute, relationId }) => {
          if (local === 'workbookPr') epoch1904 = ['1', 'true'].includes(attribute('date1904'));
          if (local !== 'sheet' || relation !== '' || attribute('state').toLowerCase().includes('hidden'))
            return;
          relation = relationId();
          sheetName = attribute('name');
        },
      },
      limits,
    ),
  );
  let target = '';
  await whole(
    parsed(
      archive,
      RELATIONS,
      {
        open: ({ local, attribute }) => {
          if (local === 'Relationship' && attribute('Id') === relation) target = attribute('Target');
        },
      },
      limits,
    ),
  );
  const sheet = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  if (relation === '' || !archive.has(sheet))
    throw refused('sheet_missing', 'the workbook has no visible sheet with data');
  return { sheet, sheetName, epoch1904 };
};

/** Memory overhead of a string, in characters. */
const STRING_CHARACTERS = 32;

/** Rich text is joined; phonetic hints are not part of the text. */
const sharedStrings = async (archive: Archive, limits: TableLimits): Promise<readonly string[]> => {
  const strings: string[] = [];
  let characters = 0;
  let current = '';
  let inText = false;
  let phonetic = false;
  const handler: XmlHandler = {
    open: ({ local }) => {
      if (local === 'si') current = '';
      if (local === 'rPh') phonetic = true;
      inText = local === 't' && !phonetic;
    },
    text: (text) => {
      // Text beyond the limit is kept only far enough to show that it is too long.
      if (inText && current.length <= limits.maxCellCharacters) current += text;
    },
    close: (local) => {
      if (local === 't') inText = false;
      if (local === 'rPh') phonetic = false;
      if (local !== 'si') return;
      strings.push(unescaped(current));
      characters += current.length + STRING_CHARACTERS;
      if (characters > limits.maxSharedCharacters)
        throw refused('archive_too_large', 'the workbook contains too much text; save the data as CSV');
    },
  };
  await whole(parsed(archive, SHARED, handler, limits));
  return strings;
};

/** The format of each cell style. */
const stylesOf = async (archive: Archive, limits: TableLimits): Promise<readonly NumberFormat[]> => {
  const own = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let inCells = false;
  await whole(
    parsed(
      archive,
      STYLES,
      {
        open: ({ local, attribute }) => {
          if (local === 'numFmt') {
            if (own.size > limits.maxCellStyles)
              throw refused('archive_too_large', 'the workbook has too many formats; save the data as CSV');
            own.set(Number(attribute('numFmtId')), formatOf(attribute('formatCode')));
          }
          if (local === 'cellXfs') inCells = true;
          if (local !== 'xf' || !inCells) return;
          const id = Number(attribute('numFmtId'));
          styles.push(own.get(id) ?? builtInFormat(id));
          if (styles.length > limits.maxCellStyles)
            throw refused('archive_too_large', 'the workbook has too many styles; save the data as CSV');
        },
        close: (local) => {
          if (local === 'cellXfs') inCells = false;
        },
      },
      limits,
    ),
  );
  return styles;
};

interface Book {
  readonly shared: readonly string[];
  readonly styles: readonly NumberFormat[];
  readonly epoch1904: boolean;
}

interface SheetRow {
  /** The row's number in the sheet, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** Non-empty rows, one piece of the sheet at a time. */
async function* rowsOf(
  archive: Archive,
  sheet: string,
  { shared, styles, epoch1904 }: Book,
  limits: TableLimits,
): AsyncGenerator<readonly SheetRow[]> {
  let finishedRows: SheetRow[] = [];
  let row = 0;
  let cells: string[] = [];
  let at = -1;
  let type = '';
  let style = -1;
  let value = '';
  let reading = false;

  const textOfCell = (): string => {
    switch (type) {
      case 's':
        return shared[Number(value)] ?? '';
      case 'b':
        return value === '1' ? 'true' : 'false';
      case 'e':
        return '';
      case 'str':
      case 'inlineStr':
        return unescaped(value);
      case 'd':
        return value;
      default:
        return numberText(value, styles[style] ?? builtInFormat(0), epoch1904);
    }
  };
  const handler: XmlHandler = {
    open: ({ local, attribute }) => {
      if (local === 'row') {
        row = attribute('r') === '' ? row + 1 : Number(attribute('r'));
        cells = [];
        at = -1;
      } else if (local === 'c') {
        const reference = attribute('r');
        at = reference === '' ? at + 1 : columnIndex(reference);
        checkColumns(at + 1, limits);
        type = attribute('t');
        style = attribute('s') === '' ? -1 : Number(attribute('s'));
        value = '';
      }
      reading = local === 'v' || (local === 't' && type === 'inlineStr');
    },
    text: (text) => {
      if (reading && value.length <= limits.maxCellCharacters) value += text;
    },
    close: (local) => {
      reading = false;
      if (local === 'c') {
        while (cells.length < at) cells.push('');
        cells[at] = textOfCell();
      } else if (local === 'row' && !cells.every(isBlank)) finishedRows.push({ row, cells });
    },
  };
  for await (const _piece of parsed(archive, sheet, handler, limits)) {
    if (finishedRows.length === 0) continue;
    yield finishedRows;
    finishedRows = [];
  }
  if (finishedRows.length > 0) yield finishedRows;
}
