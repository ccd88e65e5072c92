/** The answer of a tool's server, whatever the protocol. */
import type { HttpProblem } from '../egress/http-problem.js';
import type { TokenProblem } from './token-request.js';

/** Size of an answer, bytes: as much as a model can use in the middle of a call. */
export const MAX_ANSWER_BYTES = 4_096;

export type ToolServerAnswer =
  | { readonly outcome: 'done'; readonly text: string; readonly isWhole: boolean }
  /** The server refused; `text` is for the model. `status`: HTTP status, if that was the refusal. */
  | { readonly outcome: 'refused'; readonly status: number | null; readonly text: string }
  /** Nothing was done. */
  | { readonly outcome: 'failed'; readonly problem: HttpProblem | 'busy' | 'server_failed' }
  /** There is no access token for the server, which was not called, or refused the call. */
  | { readonly outcome: 'unauthorised'; readonly problem: TokenProblem }
  | { readonly outcome: 'unknown'; readonly problem: HttpProblem | 'server_failed' };
