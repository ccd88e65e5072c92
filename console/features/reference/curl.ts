/** The request of an operation as a shell command. Pure. */
import type { ExampleRequest } from './request.js';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const urlOf = ({ path, pathParameters, query }: ExampleRequest): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(pathParameters.find((parameter) => parameter.name === name)?.value ?? '')),
  );
  const parameters = new URLSearchParams(query.map(({ name, value }) => [name, String(value)]));
  return query.length === 0 ? filled : `${filled}?${parameters}`;
};

/** `origin`: of the service. The key is expected in `$PARLEY_API_KEY`. */
export const curlOf = (request: ExampleRequest, origin: string): string => {
  const { method, body, isKeyed, isAuthorised, answer } = request;
  const flags = `${answer === 'events' ? ' -N' : ''}${answer === 'file' ? ' -OJ' : ''}${method === 'GET' ? '' : ` -X ${method}`}`;
  return [
    `curl${flags} ${quoted(origin + urlOf(request))}`,
    ...(isAuthorised ? ['-H "Authorization: Bearer $PARLEY_API_KEY"'] : []),
    ...(isKeyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
};
