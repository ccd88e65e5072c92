/** What the server of a tool answers, however it is spoken to. */
import type { HttpProblem } from '../guarded-http.js';

/** Of an answer, bytes: what a model can make use of in the middle of a call. */
export const MOST_ANSWER_BYTES = 4_096;

export type ToolServerAnswer =
  | { readonly outcome: 'done'; readonly text: string; readonly isWhole: boolean }
  /** The server said no; `text` is for the model to read. `status`: of HTTP, where that said it. */
  | { readonly outcome: 'refused'; readonly status: number | null; readonly text: string }
  /** Nothing was done. */
  | { readonly outcome: 'failed'; readonly problem: HttpProblem | 'busy' | 'server_failed' }
  | { readonly outcome: 'unknown'; readonly problem: HttpProblem | 'server_failed' };

/** What certainly kept a request from being read. */
export const NOT_BEGUN: ReadonlySet<HttpProblem> = new Set([
  'address_not_allowed',
  'name_not_resolved',
  'name_lookups_limited',
  'connection_refused',
  'tls_failed',
]);
