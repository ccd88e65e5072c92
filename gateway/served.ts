/** What the server serves: operations of the API, and what stands beside them. */
import type { Connection } from './connection.js';
import type { Reply } from './envelope.js';
import type { RequestHead } from './request-head.js';

/** A request for one of them. */
export interface Request {
  readonly connection: Connection;
  readonly head: RequestHead;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** The address of whoever asks (client-address.ts). */
  readonly client: string;
}

/** One path and method of the server: an operation of the API, or what stands beside it. */
export interface Served {
  readonly method: string;
  readonly path: string;
  /** Its name in metrics. */
  readonly operation: string;
  /** Asked for without any key, and not cheap: counts towards the limit of the client's address. */
  readonly limited?: boolean;
  /** A whole answer, or the status of one that it has sent itself. */
  readonly serve: (request: Request) => Promise<Reply | number>;
}
