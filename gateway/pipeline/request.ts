/** A request on its way through the pipeline. */
import type { DomainError } from '../../schemas/errors.js';
import type { HeldBody } from '../http/body-pieces.js';
import type { Reply } from '../http/envelope.js';
import type { RequestHead } from '../http/request-head.js';
import type { UploadRequest } from '../uploads/index.js';
import type { AuditedRequest } from './audit-entries.js';

/** A request as it arrived. */
export interface Incoming {
  readonly head: RequestHead;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** The client address (client-address.ts). */
  readonly client: string;
  /** Reads the body; not called for routes without one. */
  readonly body: (maxBytes: number) => Promise<Buffer>;
  /** Reads a body that carries a file, and passes it on as it arrives. */
  readonly streamBody: (maxBytes: number, ...to: Parameters<UploadRequest['streamBody']>) => Promise<void>;
  /** Holds the body until `body` or `streamBody` is called. */
  readonly hold: () => HeldBody;
}

/** The state of a request in progress. */
export interface RequestState {
  /** The known facts, for the audit log. */
  audited: AuditedRequest;
  /** Headers of the answer, whatever it is. */
  headers: Readonly<Record<string, string>>;
  /** Releases held resources after the request. */
  readonly cleanups: (() => Promise<void>)[];
  readonly refuse: (error: DomainError) => Reply;
}
