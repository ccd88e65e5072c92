/**
 * Twilio's Calls resource (protocol file section 5). Every outcome is one of ours; nothing throws, and what is
 * not a definite answer is `unknown`.
 */
import type { Logger } from 'pino';
import type {
  CarrierReport,
  HangUpOutcome,
  LookUpOutcome,
  LookUpRequest,
  PlaceOutcome,
  PlaceRequest,
} from '../carrier.js';
import { reportOf } from './call-resource.js';
import { streamTwiml } from './twiml.js';

export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** E.164 caller id. */
  readonly from: string;
  /** Without a trailing slash. */
  readonly apiBaseUrl: string;
}

/** How long we wait for an answer to a request, ms. */
const TIMEOUT_MS = 10_000;
/** Our clock and the carrier's differ less than this, ms. */
const SKEW_MS = 5_000;
/** Refusals that say something about the number (protocol file section 8). */
const INVALID_NUMBER = new Set([21_211, 21_217, 21_214]);
/** Waits before a placement that was refused for too many requests is sent again, ms: nothing was placed. */
const TOO_MANY_WAITS_MS = [250, 500, 1_000, 2_000] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

const parseCall = (value: unknown): CarrierReport | null => {
  if (!isRecord(value) || typeof value.sid !== 'string') return null;
  return reportOf({
    sid: value.sid,
    status: text(value.status),
    durationSeconds: text(value.duration),
    price: text(value.price),
    sipResponseCode: null,
    answeredBy: text(value.answered_by),
  });
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const createTwilioRest = (account: TwilioAccount, logger: Logger) => {
  const root = `${account.apiBaseUrl}/2010-04-01/Accounts/${account.accountSid}`;
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`;

  /** Null: no answer, or none that can be read. */
  const request = async (
    method: 'GET' | 'POST',
    path: string,
    form: URLSearchParams | null,
    signal: AbortSignal,
  ): Promise<Answer | null> => {
    try {
      const response = await fetch(`${root}${path}`, {
        method,
        headers: {
          authorization,
          ...(form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body: form?.toString() ?? null,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      return { status: response.status, body: await response.json() };
    } catch (error) {
      logger.warn({
        event: 'carrier.no_answer',
        method,
        error: error instanceof Error ? error.message : String(error),
      });
      return null;
    }
  };

  const placeOnce = async (
    form: URLSearchParams,
    signal: AbortSignal,
  ): Promise<PlaceOutcome | 'too_many'> => {
    const answer = await request('POST', '/Calls.json', form, signal);
    if (answer === null || answer.status >= 500) return { outcome: 'unknown' };
    if (answer.status === 201 && isRecord(answer.body) && typeof answer.body.sid === 'string') {
      return { outcome: 'placed', carrierCallId: answer.body.sid };
    }
    if (answer.status === 429) return 'too_many';
    if (answer.status >= 400) return { outcome: 'refused', reason: refusal(answer) };
    return { outcome: 'unknown' };
  };

  return {
    place: async (call: PlaceRequest, signal: AbortSignal): Promise<PlaceOutcome> => {
      const form = new URLSearchParams({
        To: call.to,
        From: account.from,
        Twiml: streamTwiml(call.mediaUrl),
        StatusCallback: call.statusUrl,
        Timeout: String(Math.round(call.ringTimeoutMs / 1_000)),
        TimeLimit: String(Math.round(call.timeLimitMs / 1_000)),
      });
      for (const event of ['initiated', 'ringing', 'answered', 'completed'])
        form.append('StatusCallbackEvent', event);
      for (const wait of TOO_MANY_WAITS_MS) {
        const outcome = await placeOnce(form, signal);
        if (outcome !== 'too_many') return outcome;
        await pause(wait, signal);
      }
      return { outcome: 'refused', reason: 'carrier_failed' };
    },

    hangUp: async (sid: string, signal: AbortSignal): Promise<HangUpOutcome> => {
      const answer = await request(
        'POST',
        `/Calls/${sid}.json`,
        new URLSearchParams({ Status: 'completed' }),
        signal,
      );
      if (answer?.status === 200) return 'accepted';
      // Both are how the carrier says that the call has ended (section 5, "Hang up").
      const code = isRecord(answer?.body) ? answer.body.code : null;
      return answer?.status === 404 || code === 21_220 ? 'gone' : 'failed';
    },

    lookUp: async (wanted: LookUpRequest, signal: AbortSignal): Promise<LookUpOutcome> => {
      if (wanted.carrierCallId !== null) {
        const answer = await request('GET', `/Calls/${wanted.carrierCallId}.json`, null, signal);
        if (answer?.status === 404) return { outcome: 'not_found' };
        const report = answer?.status === 200 ? parseCall(answer.body) : null;
        return report === null ? { outcome: 'unknown' } : { outcome: 'found', report };
      }
      // Twilio cannot search by a caller's own field: a call to that number since then is ours only if it is the only one.
      const since = new Date(wanted.placedAfter).toISOString().slice(0, 10);
      const query = new URLSearchParams({ To: wanted.to, 'StartTime>': since, PageSize: '50' });
      const answer = await request('GET', `/Calls.json?${query.toString()}`, null, signal);
      if (answer?.status !== 200 || !isRecord(answer.body) || !Array.isArray(answer.body.calls))
        return { outcome: 'unknown' };
      const candidates = answer.body.calls.filter((call: unknown) => isCandidate(call, wanted));
      if (candidates.length === 0) return { outcome: 'not_found' };
      const report = candidates.length === 1 ? parseCall(candidates[0]) : null;
      return report === null ? { outcome: 'unknown' } : { outcome: 'found', report };
    },
  };
};

const isCandidate = (call: unknown, wanted: LookUpRequest): boolean =>
  isRecord(call) &&
  call.direction === 'outbound-api' &&
  call.to === wanted.to &&
  Date.parse(text(call.date_created) ?? '') >= wanted.placedAfter - SKEW_MS;

const refusal = ({ body }: Answer): 'invalid_number' | 'rejected_by_carrier' => {
  const code = isRecord(body) ? body.code : null;
  return typeof code === 'number' && INVALID_NUMBER.has(code) ? 'invalid_number' : 'rejected_by_carrier';
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
