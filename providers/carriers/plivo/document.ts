/** The documents of a call, fetched by Plivo (docs/reference/protocols/plivo.md "The document of a call", "Putting a customer through"). */
import { xmlOf } from '../xml.js';

/** The step that a document is requested for. It is part of the URL, which is signed. */
export type Step =
  /** The call was answered. */
  | { readonly type: 'answer' }
  /** The customer is being transferred. */
  | { readonly type: 'dial'; readonly to: string; readonly from?: string; readonly seconds: number }
  /** The transfer has ended. */
  | { readonly type: 'after' };

/** The URL from which Plivo fetches the document of a step. */
export const stepUrl = (documentUrl: string, step: Step): string => {
  const url = new URL(documentUrl);
  url.searchParams.set('step', step.type);
  if (step.type === 'dial') {
    url.searchParams.set('to', step.to);
    if (step.from !== undefined) url.searchParams.set('from', step.from);
    url.searchParams.set('seconds', String(step.seconds));
  }
  return url.toString();
};

const NUMBER = /^\+[1-9][0-9]{7,14}$/;

/** Null: not one of our URLs. */
export const stepOf = (url: string): Step | null => {
  const query = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  const to = query.get('to') ?? '';
  const from = query.get('from') ?? '';
  const seconds = Number(query.get('seconds'));
  switch (query.get('step')) {
    case 'answer':
      return { type: 'answer' };
    case 'after':
      return { type: 'after' };
    case 'dial':
      if (!NUMBER.test(to) || !(seconds > 0)) return null;
      return { type: 'dial', to, ...(NUMBER.test(from) ? { from } : {}), seconds };
    default:
      return null;
  }
};

/** Attempts to stream: each runs once the previous one has ended. */
const ATTEMPTS = 13;
/** Before two of every three attempts after the second: a restarting node needs seconds. */
const PAUSE_SECONDS = 1;

export const streamXml = (mediaUrl: string): string => {
  const stream = {
    Stream: [{ '#text': mediaUrl }],
    ':@': {
      '@_bidirectional': 'true',
      '@_keepCallAlive': 'true',
      '@_contentType': 'audio/x-mulaw;rate=8000',
    },
  };
  const wait = { Wait: [], ':@': { '@_length': PAUSE_SECONDS } };
  const attempts = Array.from({ length: ATTEMPTS }, (_, index) =>
    index < 2 || index % 3 === 1 ? [stream] : [wait, stream],
  );
  return xmlOf(attempts.flat());
};

export const dialXml = (
  from: string,
  { to, seconds }: { readonly to: string; readonly seconds: number },
  afterUrl: string,
): string =>
  xmlOf([
    {
      Dial: [{ Number: [{ '#text': to.slice(1) }] }],
      ':@': {
        '@_action': afterUrl,
        '@_method': 'POST',
        '@_callerId': from,
        '@_timeout': seconds,
      },
    },
  ]);

export const hangUpXml = (): string => xmlOf([{ Hangup: [] }]);
