/** Templates as the channel lists them, and what a message that uses one must provide (docs/reference/protocols/whatsapp.md "Templates"). */
import { type Static, Type } from 'typebox';
import { about, nullableText, text } from '../described.js';
import type { ErrorDetail } from '../errors.js';
import { closed, literals, nullable } from '../shapes.js';
import type { TemplateComponent } from './template.js';

const variables = (...names: readonly string[]) =>
  Type.Array(Type.String(), about('The variables of the text, in order: numbers or names.', names));

export const ListedTemplate = Type.Object(
  {
    name: text('The name of the template.', 'appointment_reminder'),
    language: text('The language, as Meta writes it.', 'en_US'),
    status: text('As Meta reports it; only APPROVED templates can be sent.', 'APPROVED'),
    category: nullableText('As Meta reports it. Null: Meta reports none.', 'UTILITY'),
    header: nullable(
      Type.Object(
        {
          format: literals(
            ['text', 'image', 'video', 'document', 'location', 'other'],
            about('What the header contains. Only text and images can be sent.'),
          ),
          text: nullableText('The text, with its variables in double braces. Null: not a text.', 'Hi {{1}}'),
          variables: variables('1'),
        },
        closed,
      ),
      about('The header. Null: the template has none.'),
    ),
    body: Type.Object(
      {
        text: text(
          'The text, with its variables in double braces.',
          'See you on {{1}} at {{2}}. Reply STOP to opt out.',
        ),
        variables: variables('1', '2'),
      },
      { ...closed, ...about('The main text.') },
    ),
    footer: nullableText('The footer. Null: the template has none.', 'Acme'),
    buttons: Type.Array(
      Type.Object(
        {
          type: literals(
            ['quick_reply', 'url', 'copy_code', 'other'],
            about('What the button does. `other`: a kind for which a message cannot provide a value.'),
          ),
          text: text('The label of the button.', 'Reschedule'),
          needsValue: Type.Boolean(about('Whether a message must provide a value for it.')),
        },
        closed,
      ),
      about('The index of a button is its place in this list, from 0.'),
    ),
  },
  closed,
);
export type ListedTemplate = Static<typeof ListedTemplate>;

/** What is wrong with the values for this template; empty if they fit. `path`: JSON Pointer to the components. */
export const valuesProblems = (
  template: ListedTemplate,
  components: readonly TemplateComponent[],
  path: string,
): readonly ErrorDetail[] => [
  ...headerProblems(template, components, path),
  ...textProblems('body', template.body.variables, components, path),
  ...buttonProblems(template, components, path),
];

const parametersOf = (components: readonly TemplateComponent[], type: string) =>
  components.filter((component) => component.type === type).flatMap(({ parameters }) => parameters);

const headerProblems = (
  { header }: ListedTemplate,
  components: readonly TemplateComponent[],
  path: string,
): readonly ErrorDetail[] => {
  const given = parametersOf(components, 'header');
  switch (header?.format) {
    case undefined:
    case 'text':
      return textProblems('header', header?.variables ?? [], components, path);
    case 'image':
      return given.length === 1 && given[0]?.type === 'image'
        ? []
        : [{ path, message: 'the header of the template needs an image' }];
    default:
      return [{ path, message: `the header of the template is a ${header?.format}, which cannot be sent` }];
  }
};

const textProblems = (
  part: 'header' | 'body',
  variables: readonly string[],
  components: readonly TemplateComponent[],
  path: string,
): readonly ErrorDetail[] => {
  const given = parametersOf(components, part);
  const place = components.findIndex(({ type }) => type === part);
  const at = place < 0 ? path : `${path}/${place}`;
  if (given.length !== variables.length)
    return [
      {
        path: at,
        message: `the ${part} of the template has ${variables.length} variables, not ${given.length}`,
      },
    ];
  if (given.some(({ type }) => type === 'image'))
    return [{ path: at, message: `the ${part} of the template has a text, not an image` }];
  const names = new Set(given.map((value) => (value.type === 'text' ? value.parameter_name : undefined)));
  return variables
    .filter((variable) => !/^\d+$/.test(variable) && !names.has(variable))
    .map((variable) => ({ path: at, message: `the variable ${variable} of the ${part} has no value` }));
};

const buttonProblems = (
  { buttons }: ListedTemplate,
  components: readonly TemplateComponent[],
  path: string,
): readonly ErrorDetail[] => {
  const given = new Map<number, string | undefined>();
  const problems: ErrorDetail[] = [];
  components.forEach(({ type, sub_type, index }, place) => {
    if (type !== 'button') return;
    given.set(Number(index), sub_type);
    const button = buttons[Number(index)];
    if (button?.type !== sub_type)
      problems.push({
        path: `${path}/${place}`,
        message: `the template has no button of the type ${sub_type} with the index ${index}`,
      });
  });
  buttons.forEach(({ type, needsValue }, index) => {
    if (!needsValue || given.has(index)) return;
    const message =
      type === 'other'
        ? `the button with the index ${index} needs a value of a type that cannot be sent`
        : `the ${type} button with the index ${index} needs a value`;
    problems.push({ path, message });
  });
  return problems;
};
