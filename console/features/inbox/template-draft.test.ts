/** The values of a template: from the last one that was sent, through the form, to the request. */
import { describe, expect, test } from 'vitest';
import {
  componentsOf,
  emptyTemplate,
  fromSent,
  missingIn,
  type TemplateDraft,
  withBodyValues,
  withValue,
} from './template-draft.js';

type Sent = Parameters<typeof fromSent>[0];

const SENT: Sent = {
  name: 'spring_menu',
  language: 'en_US',
  components: [
    { type: 'header', parameters: [{ type: 'image', image: { link: 'https://parley.test/menu.png' } }] },
    {
      type: 'body',
      parameters: [
        { type: 'text', text: 'Grace', parameter_name: 'guest' },
        { type: 'currency', currency: { fallback_value: '$30', code: 'USD', amount_1000: 30_000 } },
        { type: 'date_time', date_time: { fallback_value: 'Friday' } },
      ],
    },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'menu' }] },
    { type: 'button', sub_type: 'quick_reply', index: 1, parameters: [{ type: 'payload', payload: 'yes' }] },
    {
      type: 'button',
      sub_type: 'copy_code',
      index: 2,
      parameters: [{ type: 'coupon_code', coupon_code: 'SPRING' }],
    },
  ],
};

const textsOf = ({ values }: TemplateDraft): readonly string[] => values.map(({ text }) => text);
const labelsOf = ({ values }: TemplateDraft): readonly string[] => values.map(({ label }) => label);
/** A template whose body has these values. */
const bodyOf = (...texts: readonly string[]): TemplateDraft =>
  fromSent({
    name: 'spring_menu',
    language: 'en_US',
    components: [{ type: 'body', parameters: texts.map((text) => ({ type: 'text' as const, text })) }],
  });

describe('a template that was sent', () => {
  test('proposes the values that were sent with it', () => {
    expect(fromSent(SENT)).toMatchObject({ name: 'spring_menu', language: 'en_US' });
    expect(textsOf(fromSent(SENT))).toEqual([
      'https://parley.test/menu.png',
      'Grace',
      '$30',
      'Friday',
      'menu',
      'yes',
      'SPRING',
    ]);
  });

  test('knows the part, the button and the name of each value', () => {
    const { values } = fromSent(SENT);
    expect(values.map(({ type, index }) => `${type} ${index}`)).toEqual([
      'header 0',
      'body 0',
      'body 0',
      'body 0',
      'url 0',
      'quick_reply 1',
      'copy_code 2',
    ]);
    expect(values.filter(({ isImage }) => isImage).map(({ type }) => type)).toEqual(['header']);
    expect(values.flatMap(({ text, parameterName }) => (parameterName === undefined ? [] : [text]))).toEqual([
      'Grace',
    ]);
    expect(values[1]?.parameterName).toBe('guest');
  });

  test('has no values if it was sent without components', () => {
    expect(fromSent({ ...SENT, components: null })).toEqual({
      name: 'spring_menu',
      language: 'en_US',
      values: [],
    });
  });

  test('needs an address for an image that was sent by its id', () => {
    const image = { type: 'image', image: { id: 'media-1' } } as const;
    const draft = fromSent({ ...SENT, components: [{ type: 'header', parameters: [image] }] });
    expect(draft.values).toMatchObject([{ text: '', isImage: true }]);
    expect(missingIn(draft)).toBe(1);
  });
});

describe('the labels of values', () => {
  test('count the values of each part', () => {
    expect(labelsOf(fromSent(SENT))).toEqual([
      'Header {{1}}',
      'Value {{1}}',
      'Value {{2}}',
      'Value {{3}}',
      'End of the link {{1}}',
      'Payload {{1}}',
      'Code {{1}}',
    ]);
  });

  test('are unique for two buttons of a kind', () => {
    const url = (index: number, text: string) =>
      ({ type: 'button', sub_type: 'url', index, parameters: [{ type: 'text', text }] }) as const;
    const draft = fromSent({ ...SENT, components: [url(0, 'menu'), url(1, 'map')] });
    expect(labelsOf(draft)).toEqual(['End of the link {{1}}', 'End of the link {{2}}']);
  });
});

describe('the form', () => {
  test('changes the value at one place', () => {
    const before = bodyOf('Grace', 'Friday', 'eight');
    const after = withValue(before, 1, 'Saturday');
    expect(textsOf(after)).toEqual(['Grace', 'Saturday', 'eight']);
    expect(textsOf(before)).toEqual(['Grace', 'Friday', 'eight']);
    expect(labelsOf(after)).toEqual(labelsOf(before));
  });

  test('changes nothing at a place that does not exist', () => {
    expect(withValue(bodyOf('Grace'), 1, 'Friday')).toEqual(bodyOf('Grace'));
  });

  test('adds empty values to the body, and keeps the others', () => {
    const draft = withBodyValues(bodyOf('Grace'), 3);
    expect(textsOf(draft)).toEqual(['Grace', '', '']);
    expect(labelsOf(draft)).toEqual(['Value {{1}}', 'Value {{2}}', 'Value {{3}}']);
    expect(draft.values[2]).toEqual({
      type: 'body',
      label: 'Value {{3}}',
      text: '',
      isImage: false,
      index: 0,
    });
  });

  test('removes the last values of the body, and none of another part', () => {
    const draft = withBodyValues(fromSent(SENT), 1);
    expect(textsOf(draft).toSorted()).toEqual(
      ['https://parley.test/menu.png', 'Grace', 'menu', 'yes', 'SPRING'].toSorted(),
    );
    expect(textsOf(withBodyValues(bodyOf('Grace', 'Friday'), 0))).toEqual([]);
  });

  test('keeps the names of named values', () => {
    const named = withBodyValues(fromSent(SENT), 2).values.filter(({ type }) => type === 'body');
    expect(named.map(({ parameterName }) => parameterName)).toEqual(['guest', undefined]);
  });

  test('starts empty and in English', () => {
    expect(withBodyValues(emptyTemplate, 1)).toEqual({
      name: '',
      language: 'en_US',
      values: [{ type: 'body', label: 'Value {{1}}', text: '', isImage: false, index: 0 }],
    });
  });

  test('counts values without text as missing', () => {
    expect(missingIn(bodyOf('Grace', '', ' \t', '0'))).toBe(2);
    expect(missingIn(emptyTemplate)).toBe(0);
  });
});

describe('the request', () => {
  test('has the components as they were sent, with currencies and times as text', () => {
    const [header, , ...buttons] = SENT.components ?? [];
    expect(componentsOf(fromSent(SENT))).toStrictEqual([
      header,
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Grace', parameter_name: 'guest' },
          { type: 'text', text: '$30' },
          { type: 'text', text: 'Friday' },
        ],
      },
      ...buttons,
    ]);
  });

  test('has a header of text with the name of its value', () => {
    const text = { type: 'text', text: 'Spring', parameter_name: 'season' } as const;
    const draft = fromSent({ ...SENT, components: [{ type: 'header', parameters: [text] }] });
    expect(componentsOf(draft)).toStrictEqual([{ type: 'header', parameters: [text] }]);
  });

  test('has the values of the form', () => {
    const draft = withValue(withValue(fromSent(SENT), 0, 'https://parley.test/new.png'), 5, 'no');
    expect(componentsOf(draft)).toMatchObject([
      { type: 'header', parameters: [{ image: { link: 'https://parley.test/new.png' } }] },
      { type: 'body' },
      { sub_type: 'url', index: '0' },
      { sub_type: 'quick_reply', index: 1, parameters: [{ type: 'payload', payload: 'no' }] },
      { sub_type: 'copy_code', index: 2 },
    ]);
  });

  test('has no component without values', () => {
    expect(componentsOf(emptyTemplate)).toEqual([]);
    expect(componentsOf(withBodyValues(bodyOf('Grace'), 0))).toEqual([]);
  });
});
