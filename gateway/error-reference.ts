/** Generates docs/errors.md from the error table and the route table, so it lists the codes that are answered. Pure. */
import { CATEGORY_STATUS, ERRORS, type ErrorCode } from '../schemas/error-table.js';
import { isErrorCode, isRetryable, statusOf } from '../schemas/errors.js';
import { COMMON_CODES } from './error-codes.js';
import type { Route } from './route.js';

/** Where codes occur that no operation of the API document answers. */
const ELSEWHERE: readonly { readonly where: string; readonly codes: readonly ErrorCode[] }[] = [
  { where: 'any path', codes: ['route_not_found', 'method_not_allowed'] },
  {
    where: 'media sockets of carriers',
    codes: ['media_token_invalid', 'media_token_in_use', 'call_not_live'],
  },
  {
    where: "websockets of browsers' legs",
    codes: [
      ...(['leg_token_invalid', 'legs_limited', 'legs_busy', 'leg_purpose_wrong'] as const),
      ...(['leg_message_invalid', 'listeners_limited', 'call_taken_over', 'origin_not_allowed'] as const),
    ],
  },
  { where: 'webhooks and callbacks of providers', codes: ['signature_invalid', 'webhooks_busy'] },
  {
    where: 'signed links',
    codes: [
      ...(['signature_invalid', 'link_expired', 'recording_not_found', 'recordings_unavailable'] as const),
      ...(['sample_not_found', 'sample_unavailable', 'media_not_ready', 'media_busy'] as const),
      ...(['media_too_large', 'media_too_many', 'media_unavailable'] as const),
      ...(['media_address_not_allowed', 'media_removed'] as const),
    ],
  },
  {
    where: '`failure` of a message',
    codes: [
      ...(['template_not_found', 'template_paused', 'template_disabled'] as const),
      ...(['template_text_too_long', 'template_policy_violated'] as const),
      ...(['template_parameters_mismatch', 'template_parameter_invalid', 'suppressed'] as const),
    ],
  },
  {
    where: '`endReason` and `outreachRules` of a call, `skipReason` of a recipient',
    codes: ['suppressed', 'attempts_exceeded'],
  },
  { where: '`skipReason` of a recipient', codes: ['contact_unconfirmed'] },
  { where: '`/metrics`', codes: ['metrics_token_invalid'] },
  {
    where: '`parley admin`',
    codes: [
      ...(['business_not_found', 'business_exists', 'user_exists', 'user_not_found'] as const),
      ...(['channel_account_taken', 'too_many_tools', 'category_not_found', 'key_not_found'] as const),
      ...(['suppression_not_found', 'suppression_file_invalid'] as const),
      ...(['trouble_not_found', 'trouble_not_retryable', 'trouble_not_droppable'] as const),
    ],
  },
  { where: 'nothing today: every call can wait for a line', codes: ['no_line_available'] },
];

const INTRODUCTION = `# Errors

Made by \`npm run docs:errors\` from \`schemas/error-table.ts\` and the table of routes; a test holds it.

A refusal is an envelope with \`ok: false\` and an \`error\`: \`category\`, \`code\`, \`message\`, \`retryable\`, and \`details\` where
there is more to say: a list of \`{ path, message }\`, the path a JSON Pointer into the body or the name of a parameter. The
code is stable; the message is for people, says what to do, and may change. Nothing was changed by a request that was refused,
except where the table says that it may have been.

\`retryable\` means that the same request, with the same Idempotency-Key, may succeed later; answers of 429 and 503 say in
\`Retry-After\` how many seconds to wait. A message or a recipient of a campaign that failed on its own names one of these codes
as its reason, too.
`;

/** Describes where a code occurs: kinds of operations, operations by id, other interfaces. Empty when nothing answers it. */
export const placesOf = (code: ErrorCode, routes: readonly Route[]): readonly string[] => {
  const common = COMMON_CODES.filter(({ codes }) => codes.includes(code));
  const named = routes.filter(
    (route) => route.errors.includes(code) && !common.some(({ applies }) => applies(route)),
  );
  return [
    ...common.map(({ where }) => where),
    ...named.map(({ operationId }) => `\`${operationId}\``),
    ...ELSEWHERE.filter(({ codes }) => codes.includes(code)).map(({ where }) => where),
  ];
};

/** The whole document, in Markdown. */
export const errorReference = (routes: readonly Route[]): string => {
  const codes = Object.keys(ERRORS).filter(isErrorCode);
  const sections = Object.keys(CATEGORY_STATUS).map((category) => {
    const own = codes.filter((code) => ERRORS[code].category === category).sort();
    const rows = own.map((code) => {
      const { meaning, remedy } = ERRORS[code];
      const status = isRetryable(code) ? `${statusOf(code)}, retryable` : statusOf(code);
      return `| \`${code}\` | ${status} | ${meaning} | ${remedy} | ${placesOf(code, routes).join(', ')} |`;
    });
    const head = '| code | status | when it comes | what to do | where |\n| --- | --- | --- | --- | --- |';
    return `\n## \`${category}\`\n\n${head}\n${rows.join('\n')}\n`;
  });
  return `${INTRODUCTION}${sections.join('')}`;
};
