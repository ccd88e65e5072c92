/** Generated contacts: the n-th is the same in every run, and all mobile numbers are valid and distinct. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

const FIRST = [
  'José',
  'Maria',
  'Ann',
  'Bob',
  'Grace',
  'Ada',
  'Linus',
  'Karl',
  'Søren',
  'Zoë',
  'Ибрагим',
  '美咲',
];
const LAST = [
  'García',
  'Müller',
  'Smith',
  'Jones',
  'Lovelace',
  'Hopper',
  'Østergaard',
  'Kim',
  'Nguyen',
  'Silva',
];
const CITY = ['Lima', 'Århus', 'London', 'Kyoto', 'Bern', 'Lagos', 'Quito', 'Oslo'];

export const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

export const firstNameOf = (row: number): string => pick(FIRST, row * 7);
export const nameOf = (row: number): string =>
  `${firstNameOf(row)} ${pick(LAST, Math.floor(row / 12))}${row % 997}`;
export const cityOf = (row: number): string => pick(CITY, row * 3);
export const anyLastName = (round: number): string => pick(LAST, round);

/** Numbers of the United States and of Germany, alternating. */
export const mobileOf = (row: number): string =>
  row % 2 === 0
    ? `+1${201 + (Math.floor(row / 8_000_000) % 700)}${String(2_000_000 + (row % 8_000_000)).padStart(7, '0')}`
    : `+49151${String(10_000_000 + row).padStart(8, '0')}`;

/** Four columns, some 43 bytes per row. */
export const writeContacts = async (path: string, rows: number): Promise<void> => {
  const out = createWriteStream(path);
  out.write('Name,Mobile,City,Order\n');
  for (let row = 0; row < rows; row += 1) {
    const line = `${nameOf(row)},${mobileOf(row)},${cityOf(row)},${row}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
};

const NOTE = 'wants to be called in the afternoon, has asked twice about the larger model, "no mail", please';

/** Eight columns with numbers, dates, booleans and quoted text, some 200 bytes per row, at least `bytes` in all. */
export const writeOrders = async (path: string, bytes: number): Promise<number> => {
  const out = createWriteStream(path);
  let row = 0;
  let written = out.write('Mobile,Name,City,Orders,Spent,Since,Member,Note\n') ? 48 : 0;
  for (; written < bytes; row += 1) {
    const since = new Date(1_600_000_000_000 + row * 60_000).toISOString().slice(0, 10);
    const line = `${mobileOf(row)},${nameOf(row)},${cityOf(row)},${row % 90},${(row % 9_999) / 100},${since},${row % 2 === 0},"${NOTE.replaceAll('"', '""')} ${row}"\n`;
    written += Buffer.byteLength(line);
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return row;
};
