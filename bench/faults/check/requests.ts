/** Checks requests: accepted ones exist, return the same answer when repeated, and the last accepted value holds. */
import { isDeepStrictEqual } from 'node:util';
import type { Answer, History, RequestRecord } from '../history.js';
import type { Violation } from './violation.js';

/** Refusals that a client may receive although it keeps to the contract, while nodes and servers fail. */
const EXPECTED_REFUSALS: ReadonlySet<string> = new Set([
  // A call that has ended cannot be cancelled.
  'call_not_active',
  'call_already_ended',
  'contact_blocked',
  'communication_blocked',
]);

const isAccepted = ({ answer }: RequestRecord): boolean =>
  answer !== null && answer.status >= 200 && answer.status < 300;

const nameOf = ({ step, what }: RequestRecord): string => `step ${step} ${what}`;
const summaryOf = ({ status, code, data }: Answer): string =>
  `${status} ${code} ${(JSON.stringify(data) ?? '').slice(0, 200)}`;

/** @returns the broken promises about requests */
export const checkRequests = ({ requests, registers }: History): readonly Violation[] => [
  ...requests.flatMap(checkRequest),
  ...registers.flatMap(({ contactId, written, shown }) =>
    shown
      .filter((value) => !isDeepStrictEqual(value, written))
      .map((value) => ({
        code: 'update_lost',
        what: `contact ${contactId}: ${JSON.stringify(written)} was accepted last, ${JSON.stringify(value)} is shown`,
      })),
  ),
];

const checkRequest = (request: RequestRecord): readonly Violation[] => {
  const { answer, repeated, shown } = request;
  const name = nameOf(request);
  if (answer === null) return [{ code: 'request_unanswered', what: name }];
  const found: Violation[] = [];
  if (!isAccepted(request) && !EXPECTED_REFUSALS.has(answer.code))
    found.push({ code: 'request_refused', what: `${name}: ${summaryOf(answer)}` });
  if (repeated !== null && !isSame(answer, repeated))
    found.push({
      code: 'answer_changed',
      what: `${name}: ${summaryOf(answer)}, repeated ${summaryOf(repeated)}`,
    });
  if (isAccepted(request))
    for (const { status, code } of shown)
      if (status !== 200)
        found.push({
          code: 'accepted_request_lost',
          what: `${name} is accepted, and shown as ${status} ${code}`,
        });
  return found;
};

const isSame = (first: Answer, again: Answer): boolean =>
  first.status === again.status && first.code === again.code && isDeepStrictEqual(first.data, again.data);
