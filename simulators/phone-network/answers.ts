/** HTTP responses of the network. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CalleeScript } from './callee.js';

/** Answers with JSON. */
export const json = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Refuses as Twilio does; `code`: Twilio's error code, 0 if it has none. */
export const failure = (res: ServerResponse, status: number, code: number, message: string): void =>
  json(res, status, { code, message, more_info: '', status });

const DRIP_MS = 2;

/** Responds for a placed call, with the fault that the script demands. */
export const answerPlaced = (
  res: ServerResponse,
  rest: CalleeScript['rest'],
  status: 200 | 201,
  body: object,
): void => {
  const text = JSON.stringify(body);
  const half = text.slice(0, text.length / 2);
  switch (rest) {
    case 'reset_after_create':
      res.destroy();
      return;
    case 'silent_after_create':
      return;
    case 'stall_in_answer':
      begin(res, status, text).write(half);
      return;
    case 'cut_in_answer':
      begin(res, status, text).write(half, () => res.destroy());
      return;
    case 'drip_answer':
      void drip(begin(res, status, text), text);
      return;
    case 'rubbish_answer':
      res.writeHead(status, { 'content-type': 'text/html' }).end('<html>{"sid": it works</html>');
      return;
    default:
      json(res, status, body);
  }
};

const begin = (res: ServerResponse, status: number, text: string): ServerResponse => {
  const length = Buffer.byteLength(text);
  return res.writeHead(status, { 'content-type': 'application/json', 'content-length': length });
};

const drip = async (res: ServerResponse, text: string): Promise<void> => {
  for (const byte of Buffer.from(text)) {
    res.write(Buffer.of(byte));
    await delay(DRIP_MS);
  }
  res.end();
};

/** Whether to refuse the request as rate-limited, for a second or an hour. Sets Retry-After; the caller sends the response. */
export const isRateLimited = (
  res: ServerResponse,
  rest: CalleeScript['rest'],
  to: string,
  refusedOnce: Set<string>,
): boolean => {
  const isFirst = rest === 'too_many_once' && !refusedOnce.has(to);
  if (isFirst) refusedOnce.add(to);
  if (!isFirst && rest !== 'too_many_for_long') return false;
  res.setHeader('retry-after', isFirst ? '1' : '3600');
  return true;
};
