/** Moves what events of a kind have in common into a schema that they share, which `allOf` combines with the rest. Pure. */
import { isRecord } from '../../schemas/json.js';
import { type LeanSchema, listOf } from './lean-schema.js';

/** Fewer common fields are repeated. */
const LEAST_FIELDS = 3;

const propertiesOf = ({ properties }: LeanSchema): Readonly<Record<string, unknown>> =>
  isRecord(properties) ? properties : {};

const picked = (schema: LeanSchema, test: (name: string) => boolean): LeanSchema => {
  const required = listOf(schema.required).filter((name) => test(String(name)));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(propertiesOf(schema)).filter(([name]) => test(name))),
    ...(required.length === 0 ? {} : { required }),
  };
};

/** The names of fields that all of them have, with the same schema. */
const commonTo = ([first = {}, ...others]: readonly LeanSchema[]): ReadonlySet<string> => {
  const isCommon = (name: string, value: unknown): boolean => {
    const text = JSON.stringify([value, listOf(first.required).includes(name)]);
    return others.every(
      (other) => JSON.stringify([propertiesOf(other)[name], listOf(other.required).includes(name)]) === text,
    );
  };
  return new Set(
    Object.entries(propertiesOf(first))
      .filter(([name, value]) => isCommon(name, value))
      .map(([name]) => name),
  );
};

/** The schemas in their order, those of a group with the fields of the group first. A schema alone stays as it is. */
export const withCommonFields = (
  schemas: readonly LeanSchema[],
  groupOf: (schema: LeanSchema) => string,
): readonly LeanSchema[] => {
  const common = new Map<string, { readonly names: ReadonlySet<string>; readonly schema: LeanSchema }>();
  for (const group of new Set(schemas.map(groupOf))) {
    const members = schemas.filter((schema) => groupOf(schema) === group);
    const names = commonTo(members);
    const [first = {}] = members;
    if (members.length > 1 && names.size >= LEAST_FIELDS)
      common.set(group, { names, schema: picked(first, (name) => names.has(name)) });
  }
  return schemas.map((schema) => {
    const shared = common.get(groupOf(schema));
    if (shared === undefined) return schema;
    const { type: _type, properties: _properties, required: _required, ...rest } = schema;
    return { ...rest, allOf: [shared.schema, picked(schema, (name) => !shared.names.has(name))] };
  });
};
