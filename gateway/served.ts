/** Entries that the server serves: operations of the API, and everything besides them. */
import type { Connection } from './http/connection.js';
import type { Reply } from './http/envelope.js';
import type { RequestHead } from './http/request-head.js';

/** A request for a served entry. */
export interface Request {
  readonly connection: Connection;
  readonly head: RequestHead;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** The client address (client-address.ts). */
  readonly client: string;
}

/** One path and method of the server. */
export interface Served {
  readonly method: string;
  readonly path: string;
  /** Its name in metrics. */
  readonly operation: string;
  /** It needs no key and is not cheap: it counts towards the limit of the client address. */
  readonly limited?: boolean;
  /** Resolves to the answer, or to the status of an answer already sent. */
  readonly serve: (request: Request) => Promise<Reply | number>;
}
