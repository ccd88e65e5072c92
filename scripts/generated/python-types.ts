/** Writes JSON Schemas of an OpenAPI document as Python types: objects are TypedDicts with a name of their own. */
import { isRecord } from '../../schemas/json.js';
import { enumType, isPythonName, literalType, pascal, pythonDoc, quotedType } from './python-text.js';
import {
  type Field,
  fieldsOf,
  listOf,
  OF_THE_SERVICE,
  recordOf,
  type Schema,
  typeName,
} from './schema-types.js';

const SCHEMAS = '#/components/schemas/';

/** Names that the declarations use. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['Any', 'Literal', 'NotRequired', 'TypeAlias', 'TypedDict', 'None', 'True', 'False'],
  ...['Listing', 'Mapping', 'Request', 'Sequence', 'Transport', 'Unset', 'WebhookEvent'],
]);

/** A field of an object, or a parameter. */
export interface PythonField {
  /** As the API has it. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: unknown;
}

/** The types that a document needs, which come to be as they are used. */
export interface PythonTypes {
  /** The schemas of the document's components. */
  readonly components: Schema;
  /** Declarations by name; empty while a type is being written that refers to itself. */
  readonly declared: Map<string, string>;
  /** Names of objects that are no component. */
  readonly named: Map<Schema, string>;
}

/** Of the components of a document, without declarations. @throws Error if a component has a name that the language uses */
export const pythonTypesOf = (components: Schema): PythonTypes => {
  const taken = Object.keys(components).find(
    (key) => TAKEN.has(typeName(key)) && typeName(key) !== 'WebhookEvent',
  );
  if (taken !== undefined) throw new Error(`the schema ${taken} needs another name`);
  return { components, declared: new Map(), named: new Map() };
};

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.length === 0 ? 'Any' : distinct.join(' | ');
};

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const followed = (schema: unknown, { components }: PythonTypes): Schema => {
  const { $ref: ref } = recordOf(schema);
  return typeof ref === 'string' ? recordOf(components[ref.replace(SCHEMAS, '')]) : recordOf(schema);
};

/** The schema and what it combines with `allOf`. */
const partsOf = (schema: unknown, types: PythonTypes): readonly Schema[] => {
  const found = followed(schema, types);
  return [...listOf(found.allOf).flatMap((part) => partsOf(part, types)), found];
};

/** The properties that an object has in every variant; a later part of it is more specific. */
const ownFields = (parts: readonly Schema[]): readonly Field[] => {
  const all = parts.flatMap(fieldsOf);
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const places = all.filter((field) => field.name === name);
    return { name, schema: places.at(-1)?.schema, required: places.some(({ required }) => required) };
  });
};

const isObject = (schema: Schema, types: PythonTypes): boolean =>
  ownFields(partsOf(schema, types)).length > 0;

/** Declares a name for a type. */
export const declareAlias = (
  types: PythonTypes,
  { name, type, description }: Omit<PythonField, 'required'>,
): void =>
  void types.declared.set(name, `${name}: TypeAlias = ${quotedType(type)}\n${pythonDoc(description, '')}`);

const component = (ref: string, types: PythonTypes): string => {
  const key = ref.replace(SCHEMAS, '');
  const name = typeName(key);
  if (types.declared.has(name)) return name;
  types.declared.set(name, '');
  const schema = recordOf(types.components[key]);
  if (isObject(schema, types)) declareObject(name, schema, types);
  else
    declareAlias(types, {
      name,
      type: pythonType(schema, `${name}Value`, types),
      description: schema.description,
    });
  return name;
};

const isFree = (name: string, { declared, components }: PythonTypes): boolean =>
  !declared.has(name) && !(name in components) && !TAKEN.has(name);

const objectNamed = (schema: Schema, as: string, types: PythonTypes): string => {
  const known = types.named.get(schema);
  if (known !== undefined) return known;
  let name = as;
  // Another place has an object of this name.
  for (let count = 2; !isFree(name, types); count += 1) name = `${as}${count}`;
  types.named.set(schema, name);
  types.declared.set(name, '');
  declareObject(name, schema, types);
  return name;
};

const declareObject = (name: string, schema: Schema, types: PythonTypes): void => {
  const fields = fieldsAsPython(schema, name, types).map((field) => ({
    ...field,
    type: field.required ? field.type : `NotRequired[${field.type}]`,
  }));
  const asClass = (): string => {
    const lines = fields.map(
      (field) => `    ${field.name}: ${field.type}\n${pythonDoc(field.description, '    ')}`,
    );
    return `class ${name}(TypedDict):\n${pythonDoc(schema.description, '    ')}${lines.join('')}`;
  };
  const asCall = (): string => {
    const lines = fields.map(
      (field) => `        ${JSON.stringify(field.name)}: ${quotedType(field.type)},\n`,
    );
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n${pythonDoc(schema.description, '')}`;
  };
  types.declared.set(name, fields.every((field) => isPythonName(field.name)) ? asClass() : asCall());
};

const widened = (type: string): string => {
  const wide = type.startsWith('list[') ? 'list[str]' : 'str';
  return type.includes('None') ? `${wide} | None` : wide;
};

/** The type of a property or parameter: languages depend on the voices of a service. */
export const fieldType = (name: string, schema: unknown, as: string, types: PythonTypes): string => {
  const type = pythonType(schema, `${as}${pascal(name)}`, types);
  return OF_THE_SERVICE.has(name) ? widened(type) : type;
};

/** The properties of an object, in whichever variant they are. Those are required that every variant requires. */
export const fieldsAsPython = (schema: unknown, as: string, types: PythonTypes): readonly PythonField[] => {
  const parts = partsOf(schema, types);
  const variants = parts
    .flatMap((part) => [...listOf(part.oneOf), ...listOf(part.anyOf)])
    .map((part) => followed(part, types));
  const own = ownFields(parts);
  const ownNames = new Set(own.map(({ name }) => name));
  const others = variants.flatMap(fieldsOf);
  const all = [...own, ...others.filter((field) => field.schema !== false && !ownNames.has(field.name))];
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const places = all.filter((field) => field.name === name);
    const byAll = variants.length > 0 && variants.every(({ required }) => listOf(required).includes(name));
    return {
      name,
      type: union(places.map((field) => fieldType(name, field.schema, as, types))),
      required: byAll || places.some((field) => ownNames.has(name) && field.required),
      description: recordOf(places[0]?.schema).description ?? followed(places[0]?.schema, types).description,
    };
  });
};

const valueType = (schema: Schema, type: string, as: string, types: PythonTypes): string => {
  if (type === 'array') return `list[${pythonType(schema.items, `${as}Item`, types)}]`;
  if (type === 'object') {
    const rest = [schema.additionalProperties, ...Object.values(recordOf(schema.patternProperties))];
    const values = rest.filter(isRecord).map((value) => pythonType(value, `${as}Value`, types));
    return `dict[str, ${union(values)}]`;
  }
  const primitive = PRIMITIVES[type];
  if (primitive === undefined) throw new Error(`no type for ${type}`);
  return primitive;
};

/** The type of a schema; an object that is no component gets the name `as`. @throws Error for an unknown type */
export const pythonType = (schema: unknown, as: string, types: PythonTypes): string => {
  if (!isRecord(schema)) return 'Any';
  if (typeof schema.$ref === 'string') return component(schema.$ref, types);
  if ('const' in schema) return literalType(schema.const);
  if ('enum' in schema) return enumType(listOf(schema.enum));
  if (isObject(schema, types)) {
    const [only, ...more] = listOf(schema.allOf);
    if (only !== undefined && more.length === 0 && schema.properties === undefined)
      return pythonType(only, as, types);
    const name = objectNamed(schema, as, types);
    return listOf(schema.type).includes('null') ? `${name} | None` : name;
  }
  const parts = listOf(schema.anyOf ?? schema.oneOf);
  if (parts.length > 0)
    return union(parts.map((part, index) => pythonType(part, index === 0 ? as : `${as}${index + 1}`, types)));
  // Python has no intersection of types other than those of objects.
  if (schema.allOf !== undefined) throw new Error(`${as} is more than one schema at once`);
  if (schema.type === undefined) return 'Any';
  const kinds = Array.isArray(schema.type) ? schema.type : [schema.type];
  return union(kinds.map((kind) => valueType(schema, String(kind), as, types)));
};

/** A type as another module writes it: with `types.` before the names that are declared here. */
export const qualified = (type: string, { declared }: PythonTypes): string =>
  type.replaceAll(/"[^"]*"|\b[A-Z]\w*/g, (word) => (declared.has(word) ? `types.${word}` : word));

/** The declarations of all types that were used so far. */
export const declarationsOf = ({ declared }: PythonTypes): string => [...declared.values()].join('\n\n');
