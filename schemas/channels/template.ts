/**
 * WhatsApp templates with variables. `components` has the form and the names that Meta's Cloud API documents for sending
 * (docs/reference/protocols/whatsapp.md "Templates"), so that what its documentation and its template manager show can be used
 * unchanged; for images, `id` is one of our own `mediaId`s.
 */
import { type TSchema, Type } from 'typebox';
import { assertNever } from '../assert.js';
import { about, EXAMPLE, text, uuid } from '../described.js';
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

const value = (maxLength: number, description: string, example: string) =>
  text(`${description} May contain {{alias}} placeholders.`, example, { minLength: 1, maxLength });

const TextParameter = Type.Object(
  {
    type: Type.Literal('text', about('A text.')),
    text: value(MAX_CHARACTERS.body, 'The value.', '{{customer_name}}'),
    parameter_name: Type.Optional(
      text('The name of the variable; required if the template names its variables.', 'customer', {
        pattern: PARAMETER_NAME_PATTERN,
      }),
    ),
  },
  closed,
);
const CurrencyParameter = Type.Object(
  {
    type: Type.Literal('currency', about('An amount of money.')),
    currency: Type.Object(
      {
        fallback_value: value(MAX_CHARACTERS.body, 'The amount as text.', '$19.90'),
        code: text('The currency, ISO 4217.', 'USD', { pattern: CURRENCY_CODE_PATTERN }),
        amount_1000: Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          ...about('The amount times 1,000.', 19_900),
        }),
      },
      { ...closed, ...about('The amount, which the channel formats for the customer.') },
    ),
  },
  closed,
);
const DateTimeParameter = Type.Object(
  {
    type: Type.Literal('date_time', about('A date or time.')),
    date_time: Type.Object(
      { fallback_value: value(MAX_CHARACTERS.body, 'The date or time as text.', 'Friday, March 6') },
      { ...closed, ...about('The date or time.') },
    ),
  },
  closed,
);
const ImageParameter = Type.Object(
  {
    type: Type.Literal('image', about('An image in the header.')),
    image: Type.Object(
      {
        id: Type.Optional(uuid('A `mediaId` from POST /media.', EXAMPLE.mediaId)),
        link: Type.Optional(
          text('An https address, from which the channel fetches it.', 'https://acme.example/map.png', {
            format: 'uri',
            maxLength: 2_048,
          }),
        ),
      },
      { ...closed, ...about('Exactly one of `id` and `link`.'), ...exactlyOneOf(['id', 'link']) },
    ),
  },
  closed,
);
const PayloadParameter = Type.Object(
  {
    type: Type.Literal('payload', about('What a quick reply returns.')),
    payload: value(
      MAX_CHARACTERS.payload,
      'Returned with the answer of the customer.',
      'confirm:{{appointment_id}}',
    ),
  },
  closed,
);
const CouponParameter = Type.Object(
  {
    type: Type.Literal('coupon_code', about('A code to copy.')),
    coupon_code: value(MAX_CHARACTERS.coupon, 'The code.', 'SPRING26'),
  },
  closed,
);

const ButtonIndex = Type.Union(
  [Type.String({ pattern: BUTTON_INDEX_PATTERN }), Type.Integer({ minimum: 0, maximum: MAX_BUTTONS - 1 })],
  about('The place of the button in the template, from 0.', '0'),
);
const buttonWith = <S extends string, P extends TSchema>(subType: S, parameter: P) =>
  Type.Object(
    {
      type: Type.Literal('button', about('A button of the template.')),
      sub_type: Type.Literal(subType, about('The kind of the button.')),
      index: ButtonIndex,
      parameters: Type.Array(parameter, { minItems: 1, maxItems: 1, ...about('The value of the button.') }),
    },
    closed,
  );

/** One part of a template and its values, on the wire. */
export const TemplatePart = Type.Union([
  Type.Object(
    {
      type: Type.Literal('header', about('The header of the template.')),
      parameters: Type.Array(
        Type.Union([TextParameter, CurrencyParameter, DateTimeParameter, ImageParameter]),
        { minItems: 1, maxItems: 1, ...about('The value of its variable, or its image.') },
      ),
    },
    closed,
  ),
  Type.Object(
    {
      type: Type.Literal('body', about('The main text of the template.')),
      parameters: Type.Array(Type.Union([TextParameter, CurrencyParameter, DateTimeParameter]), {
        minItems: 1,
        maxItems: MAX_PARAMETERS,
        ...about('The values of its variables, in order.'),
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
  ...about(
    'The values of the variables, in the format of Meta’s Cloud API, each part at most once. Omitted: the template has no variables.',
  ),
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
    name: text('The name of an approved template.', 'appointment_reminder', {
      pattern: TEMPLATE_NAME_PATTERN,
    }),
    language: text('The language of the template.', 'en_US', { pattern: TEMPLATE_LANGUAGE_PATTERN }),
    agentId: Type.Optional(
      uuid(
        'The agent whose variables the placeholders refer to. Default: the agent of the account.',
        EXAMPLE.agentId,
      ),
    ),
    components: Type.Optional(TemplateComponents),
  },
  { ...closed, ...about('A WhatsApp template with its values.') },
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
