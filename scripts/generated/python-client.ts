/** Generates the parts of the Python client that the API document determines: its types, and a method for each operation. */
import { CLIENT_FUNCTIONS, type ClientFunction } from '../../packages/client/src/resources/functions.js';
import {
  bodyOf,
  dataSchema,
  type Lookup,
  lookupIn,
  type Operation,
  operationsOf,
  parametersIn,
  successOf,
} from './client-types.js';
import { pythonDoc, pythonName, quotedType } from './python-text.js';
import {
  declarationsOf,
  declareAlias,
  fieldsAsPython,
  fieldType,
  type PythonField,
  type PythonTypes,
  pythonType,
  pythonTypesOf,
  qualified,
} from './python-types.js';
import { recordOf } from './schema-types.js';

const HEADER = `"""Generated from the API document by \`npm run generate\`; do not edit."""

from __future__ import annotations

`;

const TYPES_IMPORTS = 'from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n\n';

const RESOURCES_IMPORTS = `from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

from . import types
from .paging import Listing
from .transport import UNSET, Request, Transport, Unset


`;

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

interface Source {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly look: Lookup;
  readonly types: PythonTypes;
}

/** An operation with its parameters by their place. */
interface Described {
  /** What the names of its types begin with. */
  readonly id: string;
  readonly operation: Operation;
  readonly inPath: readonly PythonField[];
  readonly inQuery: readonly PythonField[];
  /** Undefined: there is no body. */
  readonly inBody: readonly PythonField[] | undefined;
  /** Whether it takes an Idempotency-Key. */
  readonly isKeyed: boolean;
  /** Whether it takes If-Match. */
  readonly isTagged: boolean;
  readonly isFile: boolean;
}

interface Method {
  /** `calls`, `start` */
  readonly path: readonly string[];
  readonly text: string;
}

/** @throws Error if the document lacks the operation */
const describedOf = (operationId: string, { operations, look, types }: Source): Described => {
  const operation = operations.get(operationId);
  if (operation === undefined) throw new Error(`the document lacks ${operationId}`);
  const id = upperFirst(operationId);
  const fieldsIn = (where: string): readonly PythonField[] =>
    parametersIn(operation, where, look).map(({ name, schema, required }) => ({
      name,
      type: fieldType(name, schema, id, types),
      required,
      description: recordOf(schema).description,
    }));
  const body = bodyOf(operation, look);
  const headers = parametersIn(operation, 'header', look).map(({ name }) => name);
  return {
    id,
    operation,
    inPath: fieldsIn('path'),
    inQuery: fieldsIn('query'),
    inBody: body === undefined ? undefined : fieldsAsPython(body, `${id}Body`, types),
    isKeyed: headers.includes('Idempotency-Key'),
    isTagged: headers.includes('If-Match'),
    isFile: !('application/json' in successOf(operation, look)),
  };
};

const fieldsOfCall = ({ inPath, inQuery, inBody = [] }: Described): readonly PythonField[] => [
  ...inPath,
  ...inQuery,
  ...inBody,
];

/** Parameters accept any sequence and mapping; `list` is also the name of a method in the same class. */
const accepted = (type: string): string =>
  type.replaceAll('list[', 'Sequence[').replaceAll('dict[', 'Mapping[');

/** The client fills in the business of its key. */
const isNeeded = ({ name, required }: PythonField): boolean => required && name !== 'businessId';

const signatureOf = (described: Described, types: PythonTypes): string => {
  const fields = fieldsOfCall(described);
  const lineOf = (field: PythonField): string =>
    `        ${pythonName(field.name)}: ${qualified(accepted(field.type), types)}${isNeeded(field) ? '' : ' | Unset = UNSET'},\n`;
  const lines = [
    ...fields.filter(isNeeded).map(lineOf),
    ...fields.filter((field) => !isNeeded(field)).map(lineOf),
    ...(described.isKeyed ? ['        idempotency_key: str | None = None,\n'] : []),
    ...(described.isTagged ? ['        if_match: str | None = None,\n'] : []),
  ];
  return lines.length === 0 ? '        self,\n' : `        self,\n        *,\n${lines.join('')}`;
};

const IF_MATCH =
  ':param if_match: The ``tag`` of what the change is based on. Refused with 412 if it has changed since. Default: not checked.';

const docOf = (described: Described): string => {
  const tagged = described.isTagged ? [IF_MATCH] : [];
  const lines = [
    ...fieldsOfCall(described).flatMap(({ name, description }) =>
      typeof description === 'string' && description !== ''
        ? [`:param ${pythonName(name)}: ${description.replaceAll('\n', ' ')}`]
        : [],
    ),
    ...tagged,
  ];
  const summary = String(described.operation.of.summary);
  return pythonDoc(lines.length === 0 ? summary : `${summary}\n\n${lines.join('\n')}`, '        ');
};

const mappingOf = (
  fields: readonly PythonField[],
  argumentOf = ({ name }: PythonField): string => pythonName(name),
): string => `{${fields.map((field) => `${JSON.stringify(field.name)}: ${argumentOf(field)}`).join(', ')}}`;

const flag = (value: boolean): string => (value ? 'True' : 'False');

const requestOf = (described: Described, query: string): string => {
  const { operation, inPath, inQuery, inBody, isKeyed, isFile } = described;
  const ofBusiness = [...inQuery, ...(inBody ?? [])].some(({ name }) => name === 'businessId');
  return [
    'Request(\n',
    `                "${String(operation.of.operationId)}", "${operation.method}", "${operation.path}",\n`,
    `                ${mappingOf(inPath)}, ${query}, ${inBody === undefined ? 'None' : mappingOf(inBody)},\n`,
    `                of_business=${flag(ofBusiness)}, keyed=${flag(isKeyed)}, is_file=${flag(isFile)},\n`,
    '            )',
  ].join('');
};

/** A method whose iteration requests page after page. @throws Error if the operation has no cursor in its query */
const listMethod = (described: Described, items: string, { look, types }: Source): string => {
  const { id, operation, inQuery } = described;
  if (!inQuery.some(({ name }) => name === 'cursor')) throw new Error(`${id} has no cursor`);
  const list = look(dataSchema(successOf(operation, look), look), 'properties', items);
  const item = qualified(pythonType(recordOf(list).items, `${id}Item`, types), types);
  const query = mappingOf(inQuery, ({ name }) =>
    name === 'cursor' ? 'UNSET if at is None else at' : pythonName(name),
  );
  return [
    `${signatureOf(described, types)}    ) -> Listing[${item}]:\n${docOf(described)}`,
    `        return Listing(\n            "${String(operation.of.operationId)}",\n            "${items}",\n`,
    '            None if isinstance(cursor, Unset) else cursor,\n',
    `            lambda at: self.transport.request(${requestOf(described, query)}),\n        )\n`,
  ].join('');
};

/** The name of the type of what an operation answers with: `ReadVoiceCallData`. */
const dataType = ({ id, operation, isFile }: Described, { look, types }: Source): string => {
  if (isFile) return 'bytes';
  const name = `${id}Data`;
  const type = pythonType(dataSchema(successOf(operation, look), look), name, types);
  if (type !== name)
    declareAlias(types, {
      name,
      type,
      description: `What ${String(operation.of.operationId)} answers with.`,
    });
  return qualified(name, types);
};

const answerMethod = (described: Described, source: Source): string => {
  const data = dataType(described, source);
  const key = described.isKeyed ? ', idempotency_key=idempotency_key' : '';
  const tag = described.isTagged ? ', if_match=if_match' : '';
  const request = requestOf(described, mappingOf(described.inQuery));
  return [
    `${signatureOf(described, source.types)}    ) -> ${data}:\n${docOf(described)}`,
    `        return cast(${quotedType(data)}, self.transport.request(${request}${key}${tag}))\n`,
  ].join('');
};

/** None for live events: they are for clients that wait in the background. */
const methodOf = ({ name, operationId, returns }: ClientFunction, source: Source): readonly Method[] => {
  if (returns.kind === 'events') return [];
  const described = describedOf(operationId, source);
  const text =
    returns.kind === 'list' ? listMethod(described, returns.items, source) : answerMethod(described, source);
  const path = name.split('.');
  return [{ path, text: `    def ${pythonName(path.at(-1) ?? '')}(\n${text}` }];
};

const CONSTRUCTOR =
  '    def __init__(self, transport: Transport) -> None:\n        self.transport = transport\n';

/** A class for each resource; resources within resources are its attributes. */
const classesOf = (methods: readonly Method[]): string => {
  const groups = new Map<string, string[]>();
  for (const { path, text } of methods) {
    // `a.b.c` has the parents `a.b` and `a`, which may have no methods of their own.
    for (let length = path.length - 1; length > 0; length -= 1) {
      const group = path.slice(0, length).join('.');
      const texts = groups.get(group) ?? [];
      groups.set(group, length === path.length - 1 ? [...texts, text] : texts);
    }
  }
  const className = (group: string): string => group.split('.').map(upperFirst).join('');
  const attributes = (parent: string): string =>
    [...groups.keys()]
      .filter((group) => group.split('.').slice(0, -1).join('.') === parent)
      .map(
        (group) =>
          `        self.${pythonName(group.split('.').at(-1) ?? '')} = ${className(group)}(transport)\n`,
      )
      .join('');
  const classOf = ([group, texts]: readonly [string, readonly string[]]): string => {
    const doc = `    """The operations of \`\`${group.split('.').map(pythonName).join('.')}\`\`."""\n`;
    const head = `class ${className(group)}:\n${doc}\n${CONSTRUCTOR}${attributes(group)}`;
    return [head, ...texts].join('\n');
  };
  const all = `class Resources:\n    """The resources of a client."""\n\n${CONSTRUCTOR}${attributes('')}`;
  return [...[...groups].map(classOf), all].join('\n\n');
};

/** Declares `WebhookEvent`, the union of what the document's webhooks send. */
const declareEvents = (document: unknown, { look, types }: Source): void => {
  const events = Object.entries(recordOf(look(document, 'webhooks'))).map(([name, item]) =>
    pythonType(
      recordOf(look(item, 'post', 'requestBody', 'content', 'application/json')).schema,
      `${upperFirst(name.replaceAll(/\W+(\w)/g, (_match, letter: string) => letter.toUpperCase()))}Event`,
      types,
    ),
  );
  declareAlias(types, {
    name: 'WebhookEvent',
    type: [...new Set(events)].join(' | '),
    description: 'An event of a webhook; `eventType` tells them apart.',
  });
};

/** The contents of `parley_voice/types.py` and `parley_voice/resources.py`. @throws Error if the document lacks an operation */
export const pythonClient = (document: unknown): { readonly types: string; readonly resources: string } => {
  const look = lookupIn(document);
  const types = pythonTypesOf(recordOf(look(document, 'components', 'schemas')));
  const operations = operationsOf(document, look).map(
    (operation) => [String(operation.of.operationId), operation] as const,
  );
  const source: Source = { operations: new Map(operations), look, types };
  declareEvents(document, source);
  const methods = CLIENT_FUNCTIONS.flatMap((sender) => methodOf(sender, source));
  return {
    types: `${HEADER}${TYPES_IMPORTS}${declarationsOf(types)}`,
    resources: `${HEADER}${RESOURCES_IMPORTS}${classesOf(methods)}`,
  };
};
