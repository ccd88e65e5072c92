/** An operation of the API document, from its route. */
import type { TSchema } from 'typebox';
import { isRecord } from '../../schemas/json.js';
import { bodyLimitOf, minimumRoleOf, type RouteData } from '../route.js';
import { withCommonFields } from './common-fields.js';
import type { Components } from './components.js';
import { exampleOf } from './examples.js';
import { type LeanSchema, listOf, type Side } from './lean-schema.js';
import type { Parameters } from './parameters.js';
import { eventContent, fileContent, responsesOf } from './responses.js';
import { type NamedRoot, pascal } from './schema-naming.js';
import { isOfConsole, tagOf } from './tags.js';

/** The parts of a document that operations refer to. */
export interface Shared {
  readonly components: Components;
  readonly parameters: Parameters;
  readonly lean: (side: Side, schema: object) => LeanSchema;
  /** Returns what the media type of an operation's data has for an example: it, or a reference to a shared one. */
  readonly dataExample: (schema: LeanSchema) => object;
}

/** The schemas of a route that have names. */
export const rootsOf = (route: RouteData, lean: Shared['lean']): readonly NamedRoot[] => {
  const { operationId, body, response, events, upload } = route;
  const name = pascal(operationId);
  const root = (part: string, suffix: string, schema: LeanSchema): NamedRoot => ({
    place: `${operationId}.${part}`,
    fallback: `${name}${suffix}`,
    schema,
  });
  return [
    ...(body === null ? [] : [root('body', 'Request', lean('request', body))]),
    ...(body === null || upload !== true ? [] : [root('form', 'Form', formOf(lean('request', body)))]),
    ...(response === null ? [] : [root('data', 'Result', lean('response', response))]),
    ...(events === undefined ? [] : [root('events', 'Event', eventsOf(lean('response', events)))]),
  ];
};

const forms = new WeakMap<object, LeanSchema>();

/** The same fields as the JSON body; the file is the part `file`, and lists and objects are JSON. */
const formOf = (body: LeanSchema): LeanSchema => {
  const { contentBase64: _content, ...fields } = isRecord(body.properties) ? body.properties : {};
  const form = forms.get(body) ?? {
    type: 'object',
    required: ['file'],
    properties: { ...fields, file: { type: 'string', format: 'binary', description: 'The file.' } },
  };
  forms.set(body, form);
  return form;
};

const unions = new WeakMap<object, LeanSchema>();

/** Live events, which have a `type` like `call.placed`, with the fields that those of a kind share. */
const eventsOf = (schema: LeanSchema): LeanSchema => {
  const kindOf = ({ properties }: LeanSchema): string => {
    const type = isRecord(properties) && isRecord(properties.type) ? properties.type : {};
    const [kind = ''] = String(type.const).split('.');
    // Those of one call have more in common than those of all calls.
    return `${kind} ${isRecord(properties) && 'callId' in properties}`;
  };
  const events = unions.get(schema) ?? {
    ...schema,
    anyOf: withCommonFields(listOf(schema.anyOf).filter(isRecord), kindOf),
  };
  unions.set(schema, events);
  return events;
};

export const operationOf = (route: RouteData, shared: Shared): object => ({
  operationId: route.operationId,
  summary: route.summary,
  ...(route.description === undefined ? {} : { description: route.description }),
  tags: [tagOf(route)],
  ...(route.public === true ? { security: [] } : {}),
  ...(isOfConsole(route) ? {} : { 'x-scopes': route.scopes }),
  ...(route.scopesIf === undefined
    ? {}
    : { 'x-scopes-if': route.scopesIf.map(({ when, scopes }) => ({ when, scopes })) }),
  ...(route.public === true ? {} : { 'x-role': minimumRoleOf(route) }),
  ...(route.errors.length === 0 ? {} : { 'x-error-codes': route.errors }),
  parameters: shared.parameters.of(route),
  ...(route.body === null ? {} : { requestBody: requestBody(route, route.body, shared) }),
  responses: responses(route, shared),
});

const requestBody = (route: RouteData, body: TSchema, { components, lean }: Shared): object => {
  const json = lean('request', body);
  return {
    required: true,
    // The description of the document names the limit of the others.
    ...(route.maxBodyBytes === undefined ? {} : { description: `At most ${bodyLimitOf(route)} bytes.` }),
    content: {
      'application/json': { schema: components.referenced(json), example: exampleOf(json) },
      ...(route.upload === true
        ? { 'multipart/form-data': { schema: components.referenced(formOf(json)) } }
        : {}),
    },
  };
};

const responses = (route: RouteData, { components, lean, dataExample }: Shared): object => {
  if (route.response !== null) {
    const data = lean('response', route.response);
    return responsesOf(route, { schema: components.referenced(data), example: dataExample(data) }, {});
  }
  return responsesOf(
    route,
    null,
    route.events === undefined
      ? fileContent(route)
      : eventContent(components.referenced(eventsOf(lean('response', route.events)))),
  );
};
