/** The meaning of WhatsApp Cloud API errors for a message (docs/reference/protocols/whatsapp.md "Errors"). */
import { failureWith } from '../../../schemas/errors.js';
import type { Failure } from '../messaging-channel.js';

export type Meaning =
  | { readonly is: 'refused'; readonly failure: Failure }
  | { readonly is: 'postponed'; readonly afterMs: number; readonly code: string };

const THROTTLED = 'channel_throttled';

/** Transient error codes → the delay after which the same request may succeed, ms. */
const PASSING: ReadonlyMap<number, number> = new Map([
  [4, 60_000],
  [80_007, 60_000],
  [130_429, 2_000],
  // One message in six seconds to the same person.
  [131_056, 6_500],
  [131_000, 5_000],
  [131_016, 15_000],
  [131_057, 60_000],
  [1, 5_000],
  [2, 5_000],
]);

const REFUSALS: readonly { readonly codes: readonly number[]; readonly failure: Failure }[] = [
  {
    codes: [0, 190],
    failure: {
      code: 'channel_credentials_invalid',
      message: 'The access token of the account is no longer valid; connect the account again.',
    },
  },
  {
    codes: [3, 10],
    failure: {
      code: 'channel_permission_missing',
      message: 'The access token of the account does not allow this.',
    },
  },
  {
    codes: [368, 130_472, 130_497, 131_031, 131_037, 131_048, 131_049],
    failure: {
      code: 'channel_restricted',
      message: 'The channel has restricted what this account may send.',
    },
  },
  {
    codes: [131_042],
    failure: {
      code: 'channel_payment_required',
      message: 'The channel has a problem with the payment of this account.',
    },
  },
  {
    codes: [131_045, 133_010, 133_016],
    failure: {
      code: 'channel_account_not_registered',
      message: 'The account is not registered with the channel.',
    },
  },
  {
    codes: [131_047],
    failure: {
      code: 'conversation_window_closed',
      message: 'More than 24 hours have passed since the customer last wrote.',
    },
  },
  {
    codes: [131_021, 131_026, 131_030, 131_062],
    failure: {
      code: 'recipient_unreachable',
      message: 'The recipient cannot be reached on this channel.',
    },
  },
  {
    codes: [131_050],
    failure: { code: 'recipient_opted_out', message: 'The recipient has opted out of such messages.' },
  },
  {
    codes: [131_052, 131_053],
    failure: { code: 'media_rejected', message: 'The channel could not use the media; upload it again.' },
  },
  { codes: [132_000], failure: failureWith('template_parameters_mismatch') },
  { codes: [132_001], failure: failureWith('template_not_found') },
  { codes: [132_005], failure: failureWith('template_text_too_long') },
  { codes: [132_007], failure: failureWith('template_policy_violated') },
  { codes: [132_008, 132_012, 132_018], failure: failureWith('template_parameter_invalid') },
  { codes: [132_015], failure: failureWith('template_paused') },
  { codes: [132_016], failure: failureWith('template_disabled') },
];

/** Codes with a different meaning for templates: a parameter is missing or invalid. */
const TEMPLATE_FAILURES: ReadonlyMap<number, Failure> = new Map([
  [131_008, failureWith('template_parameters_mismatch')],
  [131_009, failureWith('template_parameter_invalid')],
  [100, failureWith('template_parameter_invalid')],
]);

const REJECTED: Failure = { code: 'message_rejected', message: 'The channel did not accept the message.' };

/** All codes from 200 to 299 concern permissions. */
const failureOf = (code: number): Failure => {
  const group = code >= 200 && code <= 299 ? 10 : code;
  return REFUSALS.find(({ codes }) => codes.includes(group))?.failure ?? REJECTED;
};

/** The meaning of an error response. `isTemplate`: the request was to send a template. */
export const meaningOf = (code: number, isTemplate = false): Meaning => {
  const afterMs = PASSING.get(code);
  if (afterMs !== undefined) return { is: 'postponed', afterMs, code: THROTTLED };
  const ofTemplate = isTemplate ? TEMPLATE_FAILURES.get(code) : undefined;
  return { is: 'refused', failure: ofTemplate ?? failureOf(code) };
};

/** The failure in a report on an accepted message: final, whatever the code. */
export const reportedFailure = (code: number | null): Failure => (code === null ? REJECTED : failureOf(code));
