/** The values of a template while they are being typed, and the components built from them. Pure. */
import type { Data } from '../../api/client.js';
import type { Operations } from '../../api/operations.js';
import { INBOX } from './messages.js';

type Sent = Data<'listSentTemplates'>['templates'][number];
type SentComponent = NonNullable<Sent['components']>[number];
type Template = NonNullable<Operations['replyInConversation']['body']['template']>;
type Component = NonNullable<Template['components']>[number];

/** The part of a template that holds a value. */
type Part = 'header' | 'body' | 'quick_reply' | 'url' | 'copy_code';

/** One value. */
export interface Value {
  readonly type: Part;
  /** The value's unique label in the form. */
  readonly label: string;
  readonly text: string;
  /** Whether `text` is the address of an image. */
  readonly isImage: boolean;
  /** For templates with named variables. */
  readonly parameterName?: string;
  /** Index of the button, from 0. */
  readonly index: string | number;
}

export interface TemplateDraft {
  readonly name: string;
  readonly language: string;
  readonly values: readonly Value[];
}

export const emptyTemplate: TemplateDraft = { name: '', language: 'en_US', values: [] };

/** Currencies and times are sent as their fallback text, which the channel shows. */
const textIn = (parameter: SentComponent['parameters'][number]): string => {
  switch (parameter.type) {
    case 'text':
      return parameter.text;
    case 'currency':
      return parameter.currency.fallback_value;
    case 'date_time':
      return parameter.date_time.fallback_value;
    case 'image':
      return parameter.image.link ?? '';
    case 'payload':
      return parameter.payload;
    case 'coupon_code':
      return parameter.coupon_code;
    default:
      return parameter satisfies never;
  }
};

const partOf = (component: SentComponent): Part =>
  component.type === 'button' ? component.sub_type : component.type;

/** The values with labels that are unique in the form. */
export const labelled = (values: readonly Value[]): readonly Value[] => {
  const counts = new Map<Part, number>();
  return values.map((value) => {
    const number = (counts.get(value.type) ?? 0) + 1;
    counts.set(value.type, number);
    const name = INBOX.templates.valueOf[value.type];
    return { ...value, label: INBOX.templates.value(name, number) };
  });
};

/** The template as it was last sent, with the values used then. */
export const fromSent = ({ name, language, components }: Sent): TemplateDraft => ({
  name,
  language,
  values: labelled(
    (components ?? []).flatMap((component) =>
      component.parameters.map((parameter): Value => {
        const parameterName = parameter.type === 'text' ? parameter.parameter_name : undefined;
        return {
          type: partOf(component),
          label: '',
          text: textIn(parameter),
          isImage: parameter.type === 'image',
          index: component.type === 'button' ? component.index : 0,
          ...(parameterName === undefined ? {} : { parameterName }),
        };
      }),
    ),
  ),
});

/** Replaces the text at one place. */
export const withValue = (draft: TemplateDraft, position: number, text: string): TemplateDraft => ({
  ...draft,
  values: draft.values.map((value, index) => (index === position ? { ...value, text } : value)),
});

/** Sets the number of values in the body. */
export const withBodyValues = (draft: TemplateDraft, count: number): TemplateDraft => {
  const body = draft.values.filter(({ type }) => type === 'body');
  const rest = draft.values.filter(({ type }) => type !== 'body');
  const kept = Array.from(
    { length: count },
    (_, index): Value => body[index] ?? { type: 'body', label: '', text: '', isImage: false, index: 0 },
  );
  return { ...draft, values: labelled([...rest, ...kept]) };
};

/** The number of empty values. */
export const missingIn = ({ values }: TemplateDraft): number =>
  values.filter(({ text }) => text.trim() === '').length;

const textParameter = ({ text, parameterName }: Value) => ({
  type: 'text' as const,
  text,
  ...(parameterName === undefined ? {} : { parameter_name: parameterName }),
});

const buttonOf = (value: Value): readonly Component[] => {
  const { type, index, text } = value;
  switch (type) {
    case 'quick_reply':
      return [{ type: 'button', sub_type: type, index, parameters: [{ type: 'payload', payload: text }] }];
    case 'url':
      return [{ type: 'button', sub_type: type, index, parameters: [textParameter(value)] }];
    case 'copy_code':
      return [
        { type: 'button', sub_type: type, index, parameters: [{ type: 'coupon_code', coupon_code: text }] },
      ];
    case 'header':
    case 'body':
      return [];
    default:
      return type satisfies never;
  }
};

/** The components in the form of the API. */
export const componentsOf = ({ values }: TemplateDraft): readonly Component[] => {
  const header = values.filter(({ type }) => type === 'header');
  const body = values.filter(({ type }) => type === 'body');
  const headerPart: Component = {
    type: 'header',
    parameters: header.map((value) =>
      value.isImage ? { type: 'image', image: { link: value.text } } : textParameter(value),
    ),
  };
  return [
    ...(header.length === 0 ? [] : [headerPart]),
    ...(body.length === 0 ? [] : [{ type: 'body' as const, parameters: body.map(textParameter) }]),
    ...values.flatMap(buttonOf),
  ];
};
