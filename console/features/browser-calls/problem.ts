/** Why a browser is not on a call. */
import { BROWSER_CALLS } from './messages.js';

export type OwnCode = keyof typeof BROWSER_CALLS.problems;

/** A problem as pages show it; `code` is one of ours, or the API's. */
export interface LegProblemFacts {
  readonly code: string;
  /** What happened, and what to do. */
  readonly message: string;
  readonly requestId: string | null;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

/** The error that a leg throws. */
export class LegProblem extends Error implements LegProblemFacts {
  override readonly name = 'LegProblem';
  readonly code: string;
  readonly requestId = null;
  readonly details = [];

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A problem in the browser, with the page's text. */
export const ownProblem = (code: OwnCode): LegProblem => new LegProblem(code, BROWSER_CALLS.problems[code]);
