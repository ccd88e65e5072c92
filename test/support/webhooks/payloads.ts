/** Checks payloads of webhook events against the published schema. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { WebhookEvent } from '../../../actors/subscription/events.js';
import { WEBHOOK_PAYLOADS } from '../../../schemas/events/webhook-payload.js';
import { isRecord } from '../../../schemas/json.js';

// Tests have short ids, so formats are not checked.
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

const validatorOf = (eventType: string, schema: object): ValidateFunction => {
  const validator = validators.get(eventType) ?? ajv.compile(schema);
  validators.set(eventType, validator);
  return validator;
};

const branchesOf = (schema: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(schema.anyOf) ? schema.anyOf : [schema];

/** Paths of fields that the schema does not describe: it is open to receivers, but complete for us. */
const fieldsWithoutSchema = (schema: unknown, value: unknown, path: string): readonly string[] => {
  if (!isRecord(schema) || !isRecord(value)) return [];
  const objects = branchesOf(schema).filter(isRecord);
  const known = Object.assign({}, ...objects.map(({ properties }) => properties));
  return Object.entries(value).flatMap(([name, field]) =>
    Object.hasOwn(known, name)
      ? fieldsWithoutSchema(known[name], field, `${path}/${name}`)
      : [`${path}/${name} is not described`],
  );
};

/** The problems of the payload, as the deliverer sends it; none if it matches the schema. */
export const problemsOfPayload = ({ eventType, payload }: WebhookEvent): readonly string[] => {
  const schema = WEBHOOK_PAYLOADS.find((entry) => entry.eventType === eventType)?.schema;
  if (schema === undefined) return [`${eventType} has no schema`];
  const sent = { ...payload, retryNumber: 0 };
  const fits = validatorOf(eventType, schema);
  return [
    ...(fits(sent) ? [] : [`${eventType}: ${ajv.errorsText(fits.errors)}`]),
    ...fieldsWithoutSchema(schema, sent, eventType),
  ];
};
