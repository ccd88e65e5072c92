/** How the network answers over HTTP. */
import type { ServerResponse } from 'node:http';

/** Answers with JSON. */
export const json = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Refuses as Twilio does; `code`: its number for the error, 0 where it has none. */
export const failure = (res: ServerResponse, status: number, code: number, message: string): void =>
  json(res, status, { code, message, more_info: '', status });
