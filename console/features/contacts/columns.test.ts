import { expect, test } from 'vitest';
import {
  labelledColumns,
  mappingOf,
  type Preview,
  type PreviewedColumn,
  problemOf,
  usesOf,
  withUse,
} from './columns.js';

const column = (
  name: string,
  use: PreviewedColumn['use'],
  more: Partial<PreviewedColumn> = {},
): PreviewedColumn => ({
  column: name,
  use,
  key: name.replaceAll(' ', '_'),
  label: null,
  samples: [],
  dates: null,
  ...more,
});

const previewOf = (...columns: readonly PreviewedColumn[]): Preview => ({
  format: 'csv',
  encoding: 'utf-8',
  encodingDetected: true,
  delimiter: ',',
  sheet: null,
  headerRow: 1,
  rows: 2,
  complete: true,
  failed: 0,
  withoutCountry: 0,
  usable: true,
  columns,
  issues: [],
});

const NONE = { country: '', encoding: null } as const;
const people = previewOf(
  column('Vorname', 'first_name'),
  column('Nachname', 'last_name'),
  column('Handy', 'mobile'),
  column('Stadt', 'field'),
);

test('the uses are those of the service, and the parts of the name stay with it', () => {
  expect(usesOf(people).map(({ use }) => use)).toEqual(['part', 'part', 'mobile', 'field']);
  expect(mappingOf(usesOf(people), people, NONE)).toEqual({
    mobile: 'Handy',
    fields: { Stadt: 'Stadt' },
    ignore: [],
    dates: {},
  });
});

test('parts of the name that were changed are named', () => {
  const changed = withUse(usesOf(people), 'Vorname', 'ignore');
  expect(mappingOf(changed, people, NONE)).toMatchObject({ nameParts: ['Nachname'], ignore: ['Vorname'] });
  const none = withUse(withUse(usesOf(people), 'Vorname', 'field'), 'Nachname', 'field');
  expect(mappingOf(none, people, NONE)).toMatchObject({ nameParts: [] });
  const whole = withUse(usesOf(people), 'Stadt', 'name');
  expect(whole.map(({ use }) => use)).toEqual(['field', 'field', 'mobile', 'name']);
  expect(mappingOf(whole, people, NONE)).toMatchObject({ name: 'Stadt' });
});

test('only one column has the number', () => {
  const changed = withUse(usesOf(people), 'Stadt', 'mobile');
  expect(changed.map(({ use }) => use)).toEqual(['part', 'part', 'field', 'mobile']);
  expect(problemOf(withUse(changed, 'Stadt', 'field'))).toBe('no_mobile');
});

const google = previewOf(
  column('Name', 'name'),
  column('Phone 1 - Value', 'mobile', { label: 'Phone 1 - Label' }),
  column('Phone 2 - Value', 'mobile', { label: 'Phone 2 - Label' }),
);

test('numbers that labels choose are not named', () => {
  const uses = usesOf(google);
  expect(uses.map(({ use }) => use)).toEqual(['name', 'labelled', 'labelled']);
  expect(problemOf(uses)).toBeNull();
  expect(mappingOf(uses, google, NONE)).toEqual({ name: 'Name', fields: {}, ignore: [], dates: {} });
  expect(mappingOf(withUse(uses, 'Phone 1 - Value', 'ignore'), google, NONE).ignore).toEqual([
    'Phone 1 - Value',
  ]);
});

test('labels choose among all numbers, or not at all', () => {
  const named = withUse(usesOf(google), 'Phone 2 - Value', 'mobile');
  expect(named.map(({ use }) => use)).toEqual(['name', 'field', 'mobile']);
  const again = withUse(named, 'Phone 1 - Value', 'labelled', labelledColumns(google));
  expect(again.map(({ use }) => use)).toEqual(['name', 'labelled', 'labelled']);
});

test('ambiguous dates must be decided', () => {
  const ambiguous = { order: 'ambiguous', misfits: 0, readings: [] } as const;
  const preview = previewOf(column('Mobile', 'mobile'), column('Due', 'field', { dates: ambiguous }));
  const open = usesOf(preview);
  expect(problemOf(open)).toBe('dates');
  expect(problemOf(withUse(open, 'Due', 'ignore'))).toBeNull();
  const decided = open.map((use) => (use.column === 'Due' ? { ...use, dates: 'mdy' as const } : use));
  expect(problemOf(decided)).toBeNull();
  expect(mappingOf(decided, preview, { country: 'DE', encoding: 'koi8-r' })).toMatchObject({
    dates: { Due: 'mdy' },
    defaultCountry: 'DE',
    encoding: 'koi8-r',
  });
});

test('fields have names of their own, and not too many', () => {
  const twice = previewOf(
    column('Mobile', 'mobile'),
    column('City', 'field'),
    column('Town', 'field', { key: 'CITY' }),
  );
  expect(problemOf(usesOf(twice))).toBe('twice');
  const bad = previewOf(column('Mobile', 'mobile'), column('1st', 'field'));
  expect(problemOf(usesOf(bad))).toBe('key');
  const many = Array.from({ length: 101 }, (_, index) => column(`F${index}`, 'field'));
  expect(problemOf(usesOf(previewOf(column('Mobile', 'mobile'), ...many)))).toBe('many');
});
