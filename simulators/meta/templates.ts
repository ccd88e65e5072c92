/**
 * Templates of the simulated Meta, in the format of its management API, and the refusals of messages that use them
 * (docs/reference/protocols/whatsapp.md "Errors"): wrong names, wrong numbers and wrong kinds of parameters.
 */
import { type Json, list, record, text } from '../support/json.js';

export interface Template {
  readonly name: string;
  readonly language: string;
  readonly status: 'APPROVED' | 'PENDING' | 'PAUSED' | 'DISABLED';
  /** HEADER, BODY, FOOTER and BUTTONS. */
  readonly components: readonly Json[];
}

/** The refusal of a request. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly details: string;
}

/** Every account has this template from the start. */
export const HELLO_WORLD: Template = {
  name: 'hello_world',
  language: 'en_US',
  status: 'APPROVED',
  components: [
    { type: 'BODY', text: 'Welcome and congratulations!! This message demonstrates your ability.' },
  ],
};

const STATUSES = ['APPROVED', 'PENDING', 'PAUSED', 'DISABLED'] as const;
/** Maximum characters of a body including its values. */
const MAX_BODY = 1_024;

/** Null if a template has no name, no language or an unknown status. */
export const parseTemplates = (value: unknown): readonly Template[] | null => {
  const templates: Template[] = [];
  for (const { name, language, status = 'APPROVED', components } of list(value)) {
    const known = STATUSES.find((each) => each === status);
    const [nameText, languageText] = [text(name), text(language)];
    if (nameText === null || languageText === null || known === undefined) return null;
    templates.push({ name: nameText, language: languageText, status: known, components: list(components) });
  }
  return templates;
};

const refusal = (code: number, message: string, details: string, status = 400): Refusal => ({
  status,
  code,
  message,
  details,
});

/** Null if the template would be sent. `template`: as in the message. */
export const templateRefusal = (templates: readonly Template[], template: Json): Refusal | null => {
  const name = text(template.name);
  const language = text(record(template.language).code);
  if (name === null || language === null)
    return refusal(100, 'Invalid parameter', 'template.name and template.language.code are required');
  const found = templates.find((template) => template.name === name && template.language === language);
  if (found === undefined || found.status === 'PENDING')
    return refusal(
      132_001,
      'Template name does not exist in the translation',
      `template name (${name}) does not exist in ${language}`,
      404,
    );
  if (found.status === 'PAUSED') return refusal(132_015, 'Template is Paused', 'template is paused');
  if (found.status === 'DISABLED') return refusal(132_016, 'Template is Disabled', 'template is disabled');
  return componentsRefusal(found, list(template.components));
};

const partOf = ({ components }: Template, type: string): Json =>
  components.find((component) => component.type === type) ?? {};

/** The variables of a text, in order: `1` or a name. */
const variablesOf = (value: unknown): readonly string[] =>
  Array.from((text(value) ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g), ([, name = '']) => name);

const componentsRefusal = (template: Template, components: readonly Json[]): Refusal | null => {
  const unknown = components.find(({ type }) => !['header', 'body', 'button'].includes(String(type)));
  if (unknown !== undefined) return refusal(100, 'Invalid parameter', `no component ${unknown.type}`);
  const parametersOf = (type: string): readonly Json[] =>
    components.filter((component) => component.type === type).flatMap(({ parameters }) => list(parameters));
  const body = partOf(template, 'BODY');
  return (
    headerRefusal(partOf(template, 'HEADER'), parametersOf('header')) ??
    textRefusal('body', variablesOf(body.text), parametersOf('body')) ??
    lengthRefusal(text(body.text) ?? '', parametersOf('body')) ??
    buttonsRefusal(
      list(partOf(template, 'BUTTONS').buttons),
      components.filter(({ type }) => type === 'button'),
    )
  );
};

const headerRefusal = (header: Json, parameters: readonly Json[]): Refusal | null => {
  const format = text(header.format) ?? 'TEXT';
  if (format === 'TEXT') return textRefusal('header', variablesOf(header.text), parameters);
  const kind = format.toLowerCase();
  const [parameter, ...more] = parameters;
  if (parameter === undefined || more.length > 0) return countRefusal('header', 1, parameters.length);
  if (parameter.type !== kind)
    return refusal(
      132_012,
      'Parameter format does not match format in the created template',
      `header: Format mismatch, expected ${format}, received ${String(parameter.type).toUpperCase()}`,
    );
  const { id, link } = record(parameter[kind]);
  return (text(id) === null) === (text(link) === null)
    ? refusal(131_009, 'Parameter value is not valid', `header: ${kind} needs an id or a link`)
    : null;
};

const countRefusal = (part: string, expected: number, received: number): Refusal =>
  refusal(
    132_000,
    'Number of parameters does not match the expected number of params',
    `${part}: number of localizable_params (${received}) does not match the expected number of params (${expected})`,
  );

/** Whether a parameter can fill a variable of a text. */
const isTextual = (parameter: Json): boolean => {
  switch (parameter.type) {
    case 'text':
      return text(parameter.text) !== null;
    case 'currency': {
      const { fallback_value, code, amount_1000 } = record(parameter.currency);
      return text(fallback_value) !== null && text(code) !== null && Number.isInteger(amount_1000);
    }
    case 'date_time':
      return text(record(parameter.date_time).fallback_value) !== null;
    default:
      return false;
  }
};

const textRefusal = (
  part: string,
  variables: readonly string[],
  parameters: readonly Json[],
): Refusal | null => {
  if (parameters.length !== variables.length) return countRefusal(part, variables.length, parameters.length);
  const mismatch = parameters.find((parameter) => !isTextual(parameter));
  if (mismatch !== undefined)
    return refusal(
      132_012,
      'Parameter format does not match format in the created template',
      `${part}: Format mismatch, received ${String(mismatch.type)}`,
    );
  if (parameters.some((parameter) => /[\n\t]| {5}/.test(text(parameter.text) ?? '')))
    return refusal(
      132_018,
      'There is an issue with the parameters of the template',
      'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
    );
  const isNamed = variables.some((variable) => !/^\d+$/.test(variable));
  const names = parameters.map(({ parameter_name }) => text(parameter_name) ?? '');
  return isNamed && !variables.every((variable) => names.includes(variable))
    ? refusal(100, 'Invalid parameter', `${part}: Parameter name is missing or empty`)
    : null;
};

const lengthRefusal = (body: string, parameters: readonly Json[]): Refusal | null => {
  const own = body.replaceAll(/\{\{\s*\w+\s*\}\}/g, '').length;
  const values = parameters.reduce((sum, parameter) => sum + (text(parameter.text) ?? '').length, 0);
  return own + values > MAX_BODY
    ? refusal(132_005, 'Translated text too long', `body: ${own + values} characters`)
    : null;
};

const needsParameter = ({ type, url }: Json): boolean =>
  type === 'COPY_CODE' || (type === 'URL' && variablesOf(url).length > 0);

const BUTTON_PARAMETERS: Readonly<Record<string, readonly [button: string, parameter: string]>> = {
  url: ['URL', 'text'],
  quick_reply: ['QUICK_REPLY', 'payload'],
  copy_code: ['COPY_CODE', 'coupon_code'],
};

const buttonsRefusal = (buttons: readonly Json[], components: readonly Json[]): Refusal | null => {
  for (const { sub_type, index, parameters } of components) {
    const button = buttons[Number(index)];
    const [kind, parameterType] = BUTTON_PARAMETERS[String(sub_type)] ?? [];
    if (button === undefined || button.type !== kind)
      return refusal(
        132_000,
        'Number of parameters does not match the expected number of params',
        `buttons: there is no ${String(sub_type)} at index ${String(index)}`,
      );
    const [parameter, ...more] = list(parameters);
    const fits = parameter?.type === parameterType && text(parameter?.[parameterType ?? '']) !== null;
    if (!fits || more.length > 0)
      return refusal(131_009, 'Parameter value is not valid', `buttons: button at index ${String(index)}`);
  }
  const missing = buttons.findIndex(
    (button, place) => needsParameter(button) && !components.some(({ index }) => Number(index) === place),
  );
  return missing < 0
    ? null
    : refusal(
        131_008,
        'Required parameter is missing',
        `buttons: Button at index ${missing} of type ${String(buttons[missing]?.type)} requires a parameter`,
      );
};
