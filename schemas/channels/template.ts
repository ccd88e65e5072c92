/**
 * WhatsApp templates with variables. `components` has the form and the names that Meta's Cloud API documents for sending
 * (docs/reference/protocols/whatsapp.md "Templates"), so that what its documentation and its template manager show can be used
 * unchanged; for images, `id` is one of our own `mediaId`s.
 */
import { type TSchema, Type } from 'typebox';
import { assertNever } from '../assert.js';
import type { ErrorDetail } from '../errors.js';
import {
  BUTTON_INDEX_PATTERN,
  CURRENCY_CODE_PATTERN,
  PARAMETER_NAME_PATTERN,
  TEMPLATE_LANGUAGE_PATTERN,
  TEMPLATE_NAME_PATTERN,
} from '../patterns.js';
import { closed, exactlyOneOf } from '../shapes.js';
import { placeholdersOf } from '../text.js';

/** A header, a body and ten buttons. */
const MAX_COMPONENTS = 12;
/** More variables than this do not fit in a body, which has 1,024 characters. */
const MAX_PARAMETERS = 64;
const MAX_BUTTONS = 10;

/** Maximum characters of a value, by its place. */
const MAX_CHARACTERS = { header: 60, body: 1_024, payload: 256, coupon: 20 } as const;

const Value = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, description: 'May contain {{alias}} placeholders.' });

const TextParameter = Type.Object(
  {
    type: Type.Literal('text'),
    text: Value(MAX_CHARACTERS.body),
    parameter_name: Type.Optional(
      Type.String({
        pattern: PARAMETER_NAME_PATTERN,
        description: 'Required if the template names its variables.',
      }),
    ),
  },
  closed,
);
const CurrencyParameter = Type.Object(
  {
    type: Type.Literal('currency'),
    currency: Type.Object(
      {
        fallback_value: Value(MAX_CHARACTERS.body),
        code: Type.String({ pattern: CURRENCY_CODE_PATTERN, description: 'ISO 4217' }),
        amount_1000: Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The amount times 1,000.',
        }),
      },
      closed,
    ),
  },
  closed,
);
const DateTimeParameter = Type.Object(
  {
    type: Type.Literal('date_time'),
    date_time: Type.Object({ fallback_value: Value(MAX_CHARACTERS.body) }, closed),
  },
  closed,
);
const ImageParameter = Type.Object(
  {
    type: Type.Literal('image'),
    image: Type.Object(
      {
        id: Type.Optional(Type.String({ format: 'uuid', description: 'A mediaId from POST /media.' })),
        link: Type.Optional(
          Type.String({ format: 'uri', maxLength: 2_048, description: 'https; the channel fetches it.' }),
        ),
      },
      { ...closed, description: 'Exactly one of the two.', ...exactlyOneOf(['id', 'link']) },
    ),
  },
  closed,
);
const PayloadParameter = Type.Object(
  { type: Type.Literal('payload'), payload: Value(MAX_CHARACTERS.payload) },
  closed,
);
const CouponParameter = Type.Object(
  { type: Type.Literal('coupon_code'), coupon_code: Value(MAX_CHARACTERS.coupon) },
  closed,
);

const ButtonIndex = Type.Union([
  Type.String({ pattern: BUTTON_INDEX_PATTERN }),
  Type.Integer({ minimum: 0, maximum: MAX_BUTTONS - 1 }),
]);
const buttonWith = <S extends string, P extends TSchema>(subType: S, parameter: P) =>
  Type.Object(
    {
      type: Type.Literal('button'),
      sub_type: Type.Literal(subType),
      index: ButtonIndex,
      parameters: Type.Array(parameter, { minItems: 1, maxItems: 1 }),
    },
    closed,
  );

/** One part of a template and its values, on the wire. */
export const TemplatePart = Type.Union([
  Type.Object(
    {
      type: Type.Literal('header'),
      parameters: Type.Array(
        Type.Union([TextParameter, CurrencyParameter, DateTimeParameter, ImageParameter]),
        { minItems: 1, maxItems: 1 },
      ),
    },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal('body'),
      parameters: Type.Array(Type.Union([TextParameter, CurrencyParameter, DateTimeParameter]), {
        minItems: 1,
        maxItems: MAX_PARAMETERS,
      }),
    },
    closed,
  ),
  buttonWith('quick_reply', PayloadParameter),
  buttonWith('url', TextParameter),
  buttonWith('copy_code', CouponParameter),
]);

/** The values for the variables of a template, part by part; each part at most once. */
export const TemplateComponents = Type.Array(TemplatePart, {
  minItems: 1,
  maxItems: MAX_COMPONENTS,
  description: 'In the format of Meta’s Cloud API; texts may contain {{alias}} placeholders of an agent.',
});

/** The value of a variable. */
export type TemplateParameter =
  | { readonly type: 'text'; readonly text: string; readonly parameter_name?: string }
  | {
      readonly type: 'currency';
      readonly currency: {
        readonly fallback_value: string;
        readonly code: string;
        readonly amount_1000: number;
      };
    }
  | { readonly type: 'date_time'; readonly date_time: { readonly fallback_value: string } }
  | { readonly type: 'image'; readonly image: { readonly id?: string; readonly link?: string } }
  | { readonly type: 'payload'; readonly payload: string }
  | { readonly type: 'coupon_code'; readonly coupon_code: string };

/** One part of a template and the values for its variables. */
export interface TemplateComponent {
  readonly type: 'header' | 'body' | 'button';
  /** Kind of a button. */
  readonly sub_type?: 'quick_reply' | 'url' | 'copy_code';
  /** Index of a button, from 0. */
  readonly index?: string | number;
  readonly parameters: readonly TemplateParameter[];
}

export const TemplateMessage = Type.Object(
  {
    name: Type.String({ pattern: TEMPLATE_NAME_PATTERN, description: 'Name of an approved template.' }),
    language: Type.String({
      pattern: TEMPLATE_LANGUAGE_PATTERN,
      description: 'Language of the template, for example en_US.',
    }),
    agentId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The agent whose variables the placeholders refer to. Default: the agent of the account.',
      }),
    ),
    components: Type.Optional(TemplateComponents),
  },
  closed,
);

/** The components with every text that may hold placeholders changed. */
export const withTexts = (
  components: readonly TemplateComponent[],
  change: (text: string) => string,
): readonly TemplateComponent[] =>
  components.map((component) => ({
    ...component,
    parameters: component.parameters.map((parameter) => withText(parameter, change)),
  }));

const withText = (parameter: TemplateParameter, change: (text: string) => string): TemplateParameter => {
  switch (parameter.type) {
    case 'text':
      return { ...parameter, text: change(parameter.text) };
    case 'currency': {
      const { currency } = parameter;
      return { ...parameter, currency: { ...currency, fallback_value: change(currency.fallback_value) } };
    }
    case 'date_time':
      return { ...parameter, date_time: { fallback_value: change(parameter.date_time.fallback_value) } };
    case 'payload':
      return { ...parameter, payload: change(parameter.payload) };
    case 'coupon_code':
      return { ...parameter, coupon_code: change(parameter.coupon_code) };
    case 'image':
      return parameter;
    default:
      return assertNever(parameter);
  }
};

/** The text of a parameter; null if it has none. */
const textOf = (parameter: TemplateParameter): string | null => {
  switch (parameter.type) {
    case 'text':
      return parameter.text;
    case 'currency':
      return parameter.currency.fallback_value;
    case 'date_time':
      return parameter.date_time.fallback_value;
    case 'payload':
      return parameter.payload;
    case 'coupon_code':
      return parameter.coupon_code;
    case 'image':
      return null;
    default:
      return assertNever(parameter);
  }
};

/** The values of the variables, in the order of the parts, without images. */
export const templateValues = (components: readonly TemplateComponent[]): readonly string[] =>
  components.flatMap(({ parameters }) => parameters.flatMap((parameter) => textOf(parameter) ?? []));

/** The names inside placeholders, without repetition. */
export const templatePlaceholders = (components: readonly TemplateComponent[]): readonly string[] => [
  ...new Set(
    components.flatMap(({ parameters }) =>
      parameters.flatMap((parameter) => placeholdersOf(textOf(parameter) ?? '')),
    ),
  ),
];

/** Errors in the form of components that passed their schema. `path`: JSON Pointer to the components. */
export const formProblems = (
  components: readonly TemplateComponent[],
  path: string,
): readonly ErrorDetail[] => {
  const seen = new Set<string>();
  return components.flatMap(({ type, index, parameters }, place) => {
    const at = `${path}/${place}`;
    const part = type === 'button' ? `button ${index}` : type;
    const isRepeated = seen.has(part);
    seen.add(part);
    return [
      ...(isRepeated ? [{ path: at, message: `is the second ${part}; send each part once` }] : []),
      ...parameters.flatMap((parameter, number) =>
        parameter.type === 'image' ? imageProblems(parameter.image, `${at}/parameters/${number}/image`) : [],
      ),
    ];
  });
};

const imageProblems = (
  { id, link }: { readonly id?: string; readonly link?: string },
  path: string,
): readonly ErrorDetail[] => {
  if ((id === undefined) === (link === undefined))
    return [{ path, message: 'send exactly one of id and link' }];
  return link === undefined || link.startsWith('https://')
    ? []
    : [{ path: `${path}/link`, message: 'must begin with https://' }];
};

/** Errors of values once their placeholders are filled: some are empty or too long. */
export const valueProblems = (
  components: readonly TemplateComponent[],
  path: string,
): readonly ErrorDetail[] =>
  components.flatMap((component, place) =>
    component.parameters.flatMap((parameter, number) => {
      const text = textOf(parameter);
      if (text === null) return [];
      const at = `${path}/${place}/parameters/${number}`;
      const limit = limitOf(component, parameter);
      if (text.trim() === '')
        return [{ path: at, message: 'is empty; the channel refuses a template with an empty value' }];
      return [...text].length > limit
        ? [{ path: at, message: `must have at most ${limit} characters including its values` }]
        : [];
    }),
  );

const limitOf = ({ type }: TemplateComponent, parameter: TemplateParameter): number => {
  if (parameter.type === 'payload') return MAX_CHARACTERS.payload;
  if (parameter.type === 'coupon_code') return MAX_CHARACTERS.coupon;
  return type === 'header' ? MAX_CHARACTERS.header : MAX_CHARACTERS.body;
};
