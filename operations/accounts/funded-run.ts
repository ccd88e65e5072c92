/** Starts runs whose price was estimated before. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RunStanding } from '../../actors/priced-run/progress.js';
import type { Outcome } from '../../actors/runtime/actor-client.js';
import { DomainError } from '../../schemas/errors.js';

/** How long a request waits for credit to be reserved, ms; that takes a commit or two. */
const FUND_MS = 5_000;
const POLL_MS = 20;

/** Waits until the charge of a run that was just confirmed is reserved. @throws DomainError insufficient_credit */
export const fundedRun = async <Details extends RunStanding>(
  confirmed: Outcome<Details>,
  read: () => Promise<Outcome<Details>>,
): Promise<Outcome<Details>> => {
  let last = confirmed;
  for (const until = performance.now() + FUND_MS; last.answer.funding && performance.now() < until; ) {
    await delay(POLL_MS);
    last = await read();
  }
  if (last.answer.unfunded) throw new DomainError('insufficient_credit');
  return last;
};
