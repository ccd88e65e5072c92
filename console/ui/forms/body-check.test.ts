/** Bodies are checked by the schemas of the service, in words for people. */
import type { Schema } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { createKeyBody } from '../../api/bodies/account.js';
import { setUpBody } from '../../api/bodies/session.js';
import { addSuppressionsBody } from '../../api/bodies/suppressions.js';
import { limitsAt, problemsOf } from './body-check.js';

const SET_UP = {
  token: 'token-1',
  businessName: 'Hotel',
  name: 'Ann',
  email: 'ann@example.org',
  password: 'a long password',
  allowedCountries: null,
};

const BUSINESS = '0b0e7f5e-1f5e-4a51-9d5b-3c7f2b0d9a11';

const schemaOf = (property: object): Schema => ({
  type: 'object',
  properties: { value: property },
  required: ['value'],
});
const messageFor = (property: object, value: unknown): string | undefined =>
  problemsOf(schemaOf(property), { value })[0]?.message;

test('a body that the service accepts has no problem', () => {
  expect(problemsOf(setUpBody.schema, SET_UP)).toEqual([]);
  expect(problemsOf(setUpBody.schema, { ...SET_UP, allowedCountries: ['DE', 'FR'] })).toEqual([]);
});

test('every wrong value has its place and one message', () => {
  expect(problemsOf(setUpBody.schema, { ...SET_UP, name: '', email: 'ann', password: 'short' })).toEqual([
    { path: '/name', message: 'Fill this in.' },
    { path: '/email', message: 'Enter an e-mail address, like ann@example.org.' },
    { path: '/password', message: 'Enter at least 12 characters.' },
  ]);
});

test('what is missing or undefined has to be filled in', () => {
  expect(problemsOf(setUpBody.schema, { ...SET_UP, name: undefined })).toEqual([
    { path: '/name', message: 'Fill this in.' },
  ]);
});

test('the place of a value in a list has its number', () => {
  const suppressions = [
    { address: '+14155550123', purpose: 'service', reason: '' },
    { address: '', purpose: 'service', reason: '' },
  ];
  expect(problemsOf(addSuppressionsBody.schema, { businessId: BUSINESS, suppressions })).toMatchObject([
    { path: '/suppressions/1/address' },
  ]);
});

test('numbers, lists and addresses have words of their own', () => {
  expect(messageFor({ type: 'integer', minimum: 1 }, 0)).toBe('Enter at least 1.');
  expect(messageFor({ type: 'integer', maximum: 9 }, 10)).toBe('Enter at most 9.');
  expect(messageFor({ type: 'integer' }, 1.5)).toBe('Enter a whole number.');
  expect(messageFor({ type: 'integer' }, Number.NaN)).toBe('Enter a number.');
  expect(messageFor({ type: ['integer', 'null'] }, Number.NaN)).toBe('Enter a number.');
  expect(messageFor({ type: ['integer', 'null'] }, null)).toBeUndefined();
  expect(messageFor({ type: 'array', minItems: 1 }, [])).toBe('Choose at least one.');
  expect(messageFor({ type: 'string', format: 'uri' }, 'example')).toBe(
    'Enter a whole address, like https://example.org/calls.',
  );
  expect(messageFor({ type: 'string', maxLength: 3 }, 'abcd')).toBe('Enter at most 3 characters.');
  expect(messageFor({ enum: ['a', 'b'] }, 'c')).toBe('This can’t be used here.');
});

test('a value that may be null says what is wrong with it, not that it is not null', () => {
  expect(messageFor({ anyOf: [{ type: 'string', minLength: 4 }, { type: 'null' }] }, 'abc')).toBe(
    'Enter at least 4 characters.',
  );
});

test('the limits of an input are those of its place', () => {
  expect(limitsAt(setUpBody.schema, '/name')).toEqual({ required: true, maxLength: 120 });
  expect(limitsAt(setUpBody.schema, '/allowedCountries')).toEqual({ required: false });
  expect(limitsAt(addSuppressionsBody.schema, '/suppressions/0/address')).toMatchObject({ required: true });
  expect(limitsAt(createKeyBody.schema, '/none')).toEqual({ required: false });
});
