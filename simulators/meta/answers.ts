/** Reads requests to the simulated Meta and writes its responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Reads the whole body. @throws Error when it is too large */
export const read = async (req: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

/** Reads the body as JSON; an empty body counts as an empty object. @throws SyntaxError when it is not JSON; as {@link read} */
export const readJson = async (req: IncomingMessage): Promise<unknown> => {
  const value: unknown = JSON.parse((await read(req)).toString('utf8') || '{}');
  return value;
};

/** Answers with JSON. */
export const json = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Refuses as Meta does; `code` is Meta's error code. */
export const failure = (
  res: ServerResponse,
  status: number,
  code: number,
  message: string,
  details: string | null = null,
): void =>
  json(res, status, {
    error: {
      message: `(#${code}) ${message}`,
      type: 'OAuthException',
      code,
      ...(details === null ? {} : { error_data: { messaging_product: 'whatsapp', details } }),
    },
  });
