/** Drafts from the templates that Meta lists. */
import type { Data } from '../../api/client.js';
import { labelled, type TemplateDraft, type Value } from './template-draft.js';

export type Listed = Data<'listTemplates'>['templates'][number];

/** Whether the form can provide all that it needs. */
export const isSendable = ({ status, header, buttons }: Listed): boolean =>
  status === 'APPROVED' &&
  (header === null || header.format === 'text' || header.format === 'image') &&
  buttons.every(({ type, needsValue }) => !needsValue || type !== 'other');

const emptyValue = (type: Value['type'], index: number, name: string | null): Value => ({
  type,
  label: '',
  text: '',
  isImage: false,
  index,
  ...(name === null || /^\d+$/.test(name) ? {} : { parameterName: name }),
});

/** The template with an empty value for each of its variables. */
export const fromListed = ({ name, language, header, body, buttons }: Listed): TemplateDraft => ({
  name,
  language,
  values: labelled([
    ...(header?.format === 'image' ? [{ ...emptyValue('header', 0, null), isImage: true }] : []),
    ...(header?.variables ?? []).map((variable) => emptyValue('header', 0, variable)),
    ...body.variables.map((variable) => emptyValue('body', 0, variable)),
    ...buttons.flatMap(({ type, needsValue }, index) =>
      needsValue && type !== 'other' ? [emptyValue(type, index, null)] : [],
    ),
  ]),
});

/** The words of its body with the values that are given so far. */
export const bodyWith = (listed: Listed, { values }: TemplateDraft): string => {
  const given = values.filter(({ type }) => type === 'body');
  let place = 0;
  return listed.body.text.replaceAll(/\{\{\s*\w+\s*\}\}/g, (whole) => {
    const text = given[place]?.text ?? '';
    place += 1;
    return text === '' ? whole : text;
  });
};
