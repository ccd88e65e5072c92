/** A schema, field by field; nested fields open on demand. */
import type { ReactNode } from 'react';
import { TEXTS } from '../../texts.js';
import { type Schema, textOf } from './document.js';
import { boundsOf, objectsIn, type Property, propertiesOf, typeOf } from './schema-words.js';

/** Maximum depth of the view; no schema of ours is deeper. */
const MAX_DEPTH = 8;
/** Fields down to this depth are open. */
const OPEN_DEPTH = 1;

export const SchemaView = ({
  schema,
  depth = 0,
}: {
  readonly schema: Schema;
  readonly depth?: number;
}): ReactNode => {
  const objects = objectsIn(schema);
  if (objects.length === 0 || depth > MAX_DEPTH) return <p className="small">{typeOf(schema)}</p>;
  return objects.map((object, index) => (
    <ul
      // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is read.
      key={index}
      className="schema"
    >
      {propertiesOf(object).map((property) => (
        <PropertyLine key={property.name} property={property} depth={depth} />
      ))}
    </ul>
  ));
};

const PropertyLine = ({
  property,
  depth,
}: {
  readonly property: Property;
  readonly depth: number;
}): ReactNode => {
  const { name, isRequired, schema } = property;
  const inner = objectsIn(schema);
  const count = inner.reduce((sum, object) => sum + propertiesOf(object).length, 0);
  return (
    <li>
      <Naming name={name} isRequired={isRequired} schema={schema} />
      {inner.length > 0 && (
        <details open={depth < OPEN_DEPTH && count < 8}>
          <summary>{TEXTS.reference.fields(count)}</summary>
          <SchemaView schema={schema} depth={depth + 1} />
        </details>
      )}
    </li>
  );
};

interface NamingProps {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  /** Overrides the schema's description. */
  readonly description?: string | null;
}

/** A field's name, type, bounds and meaning. */
export const Naming = ({ name, isRequired, schema, description = null }: NamingProps): ReactNode => {
  const bounds = boundsOf(schema);
  const words = description ?? textOf(schema.description);
  return (
    <>
      <code className="name">{name}</code> <span className="type">{typeOf(schema)}</span>
      {isRequired && <span className="mark">{TEXTS.reference.required}</span>}
      {bounds !== '' && <span className="small bounds">{bounds}</span>}
      {words !== null && <p className="help">{words}</p>}
    </>
  );
};
