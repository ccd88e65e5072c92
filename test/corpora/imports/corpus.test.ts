/** The form of the corpora of imports: counts, uniqueness, coverage, and that expectations do not contradict themselves. */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import t from 'tap';
import { factsOf, loadFiles, loadIdentities, loadNumbers } from './corpus.js';
import { fileBytes, fileNameOf } from './file-bytes.js';
import { type Column, ENCODINGS, type FileCase, NUMBER_REFUSALS, type Reading } from './shapes.js';

const numbers = loadNumbers();
const identities = loadIdentities();
const files = loadFiles();

const readings = files.flatMap((file): readonly (readonly [FileCase, Reading])[] =>
  'columns' in file.expect ? [[file, file.expect]] : [],
);

const isValid = (e164: string): boolean => {
  const parsed = parsePhoneNumberFromString(e164);
  return parsed?.isValid() === true && parsed.number === e164;
};

const duplicates = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

t.test('each of 300 numbers has one right reading or one reason', async (t) => {
  t.ok(numbers.length >= 300, `${numbers.length} numbers`);
  t.same(duplicates(numbers.map(({ raw, country = '' }) => JSON.stringify([raw, country]))), []);
  const faults = numbers.filter(({ country, e164, refused, readings = [] }) => {
    const hasOneResult = (e164 === undefined) !== (refused === undefined);
    const hasReadings = readings.length === (refused === 'ambiguous' ? 2 : 0);
    const hasCountry = country === undefined || isSupportedCountry(country);
    const areValid = (e164 === undefined ? readings : [e164]).every(isValid);
    return !(hasOneResult && hasReadings && hasCountry && areValid);
  });
  t.same(faults, []);
});

t.test('the numbers have every reason and many countries', async (t) => {
  for (const reason of NUMBER_REFUSALS)
    t.ok(
      numbers.some(({ refused }) => refused === reason),
      reason,
    );
  const read = numbers.filter(({ e164 }) => e164 !== undefined);
  for (const country of 'DE AT CH ID XK BR MX AR US GB FR ES IT PL TR IN JP CN AE'.split(' '))
    t.ok(
      read.some((number) => number.country === country),
      country,
    );
});

t.test('ambiguous numbers have no reading as a mobile number', async (t) => {
  for (const { raw, readings = [] } of numbers)
    for (const number of readings)
      t.not(parsePhoneNumberFromString(number)?.getType(), 'MOBILE', `${raw}: ${number}`);
});

t.test('each of 60 pairs of identities has one answer', async (t) => {
  t.ok(identities.length >= 60, `${identities.length} pairs`);
  t.same(duplicates(identities.map(({ stored, waId }) => `${stored} ${waId}`)), []);
  for (const answer of [true, false])
    t.ok(identities.filter(({ same }) => same === answer).length >= 20, `at least 20 are ${answer}`);
  for (const { stored, waId, same } of identities)
    if (stored === `+${waId}`) t.ok(same, `${stored} is the identity of ${waId}`);
});

t.test('each of 200 files has a name and a content', async (t) => {
  t.ok(files.length >= 200, `${files.length} files`);
  t.same(duplicates(files.map(({ id }) => id)), []);
  const faults: string[] = [];
  for (const file of files) {
    const isText = file.workbook === undefined;
    const bytes = await fileBytes(file);
    const isArchive = bytes.toString('latin1', 0, 2) === 'PK';
    const isReadable = isText === fileNameOf(file).endsWith('.xlsx') ? 'refusal' in file.expect : true;
    const isOfOneKind = isText === (file.text !== undefined) && isText !== isArchive;
    if (!isOfOneKind || !isReadable || bytes.length > 10_000) faults.push(file.id);
  }
  t.same(faults, []);
});

t.test('texts are written in their encodings', async (t) => {
  const garbled: string[] = [];
  for (const file of files) {
    const { id, text, encoding = 'utf-8', ends, raw } = file;
    if (text === undefined || raw !== undefined) continue;
    const decoder = new TextDecoder(encoding, { fatal: true });
    const decoded = decoder.decode(await fileBytes(file), { stream: true }) + decoder.decode();
    if (decoded !== (ends === 'crlf' ? text.replaceAll('\n', '\r\n') : text)) garbled.push(id);
  }
  t.same(garbled, []);
  for (const encoding of ENCODINGS)
    t.ok(
      readings.some(([file, reading]) => factsOf(file, reading).encoding === encoding),
      encoding,
    );
});

/** The line or the sheet's row that an expectation names as the header. */
const headerText = (file: FileCase, row: number): string => {
  const cells = file.workbook?.rows[row - 1]?.map((cell) => {
    if (cell === null || typeof cell === 'string') return cell ?? '';
    return 'shared' in cell ? cell.shared : '';
  });
  const line = cells?.join('\t') ?? (file.text ?? '').split(/\r\n|\n|\r/)[row - 1] ?? '';
  return line.replaceAll(/(?:_x000D_|\n)+/g, ' ');
};

t.test('the header is at the named place', async (t) => {
  for (const [file, reading] of readings) {
    const line = headerText(file, factsOf(file, reading).headerRow);
    const missing = reading.columns.filter(
      ({ header }) => !/^column_\d+$/.test(header) && !line.includes(header.replace(/ \(\d+\)$/, '')),
    );
    t.same(missing, [], file.id);
  }
});

const isNumber = ({ kind, key }: Column): boolean =>
  key === undefined && (kind === 'mobile' || kind === 'phone');

t.test('each column is the number, a part of the name or a field with a key', async (t) => {
  for (const [{ id, given }, { columns }] of readings) {
    t.same(duplicates(columns.map(({ header }) => header)), [], `${id}: headers are distinct`);
    const keys = columns.flatMap(({ key }) => (key === undefined || key === '*' ? [] : [key]));
    t.same(duplicates(keys), [], `${id}: keys are distinct`);
    t.equal(columns.filter(isNumber).length, 1, `${id}: one column is the number`);
    const fields = columns.filter(({ kind }) => kind === 'email' || kind === 'field');
    t.ok(
      fields.every(({ key }) => key !== undefined),
      `${id}: fields have keys`,
    );
    if (given?.mobile !== undefined) t.equal(columns.find(isNumber)?.header, given.mobile, id);
  }
});

t.test('contacts and refused rows add up to the rows of the file', async (t) => {
  for (const [{ id }, { columns, contacts, refused = [], issues = [] }] of readings) {
    const fields = new Set(columns.flatMap(({ header, key }) => (key === '*' ? [header] : (key ?? []))));
    const count = contacts.length + refused.length;
    t.same(duplicates(contacts.map(({ mobile }) => mobile)), [], `${id}: contacts are distinct`);
    t.same(duplicates(refused.map(({ row }) => `${row}`)), [], `${id}: a row is refused once`);
    t.ok(
      [...refused, ...issues].every(({ row }) => row === null || row <= count),
      `${id}: rows are counted from 1`,
    );
    const unknown = contacts.filter(
      (contact) =>
        !isValid(contact.mobile) || Object.keys(contact.fields ?? {}).some((key) => !fields.has(key)),
    );
    t.same(unknown, [], `${id}: numbers are valid, and fields have columns`);
  }
});

t.test('dates have an order, and only dates', async (t) => {
  for (const [{ id }, { columns }] of readings)
    for (const { header, type, order, misfits } of columns) {
      const isDate = type === 'date' || type === 'datetime';
      if (type !== undefined) t.equal(order !== undefined, isDate, `${id}: ${header}`);
      else t.same([order, misfits], [undefined, undefined], `${id}: ${header}`);
    }
});

t.test('a file with the keys of another one has its columns', async (t) => {
  for (const [{ id }, { columns, keysAs }] of readings) {
    if (keysAs === undefined) continue;
    const other = readings.find(([file]) => file.id === keysAs)?.[1].columns.map(({ header }) => header);
    for (const { header } of columns) t.ok(other?.includes(header), `${id}: ${header} is in ${keysAs}`);
  }
});

t.test('the usual headers of five products in fourteen languages are covered', async (t) => {
  for (const product of ['hubspot', 'salesforce', 'google', 'outlook', 'shopify'])
    t.ok(
      files.some((file) => file.product === product),
      product,
    );
  for (const language of 'en de es fr pt it nl pl tr ru ar hi zh ja'.split(' '))
    t.ok(files.filter((file) => file.language === language).length >= 3, language);
  const known = readings.flatMap(([{ language }, { columns }]) =>
    language === undefined ? [] : columns.filter(({ kind }) => kind !== 'field').map(({ header }) => header),
  );
  t.ok(new Set(known).size >= 48, `${new Set(known).size} headers`);
});
