/** The request of an operation as a shell command. Pure. */
import type { Operation } from './document.js';
import { exampleOf } from './schema-words.js';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The address, with `businessId` filled in and placeholders for required values. */
const urlOf = ({ path, parameters }: Operation, businessId: string): string => {
  const query = parameters
    .filter(({ where, isRequired }) => where === 'query' && isRequired)
    .map(({ name }) => `${name}=${name === 'businessId' ? businessId : `<${name}>`}`);
  const filledPath = path.replaceAll(/\{(\w+)\}/g, '<$1>');
  return query.length === 0 ? filledPath : `${filledPath}?${query.join('&')}`;
};

export const commandOf = (operation: Operation, origin: string, businessId: string): string => {
  const { method, body, parameters, needs } = operation;
  const isKeyed = parameters.some(({ name, isRequired }) => name === 'Idempotency-Key' && isRequired);
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + urlOf(operation, businessId))}`,
    ...(needs === 'key' ? ['-H "Authorization: Bearer $PARLEY_KEY"'] : []),
    ...(isKeyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === null
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(exampleOf(body, { businessId }), null, 2))}`,
        ]),
  ];
  return lines.join(' \\\n  ');
};
