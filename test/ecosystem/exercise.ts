/**
 * What every runtime does with the client (runtimes.test.ts). It is compiled once and runs unchanged in all of them, so it uses
 * nothing that only Node has.
 */
import type {
  LiveEvent,
  Parley,
  ParleyOptions,
  VerifyOptions,
  WebhookEvent,
} from '../../packages/client/src/index.js';

/** The parts of the package that are used. */
interface Client {
  readonly Parley: new (options: ParleyOptions) => Parley;
  readonly verifyWebhook: (
    rawBody: string,
    headers: Readonly<Record<string, string>>,
    secret: string,
    options?: VerifyOptions,
  ) => Promise<WebhookEvent>;
}

/** Where the service is, and what to do there. */
export interface Task {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly agentId: string;
  readonly toNumber: string;
  /** A delivery as it arrived, and the secret that signs it. */
  readonly webhook: {
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly secret: string;
  };
}

/** What was seen. */
export interface Outcome {
  readonly callId: string;
  readonly status: string;
  /** Speakers of the transcript. */
  readonly speakers: readonly string[];
  /** Ids of the listed calls, over several pages. */
  readonly listed: readonly string[];
  readonly webhook: string;
  /** Code of the error for a webhook with another body. */
  readonly forged: string;
  /** Types of the live events about the call. */
  readonly live: readonly string[];
}

const isAbout = (event: LiveEvent, callId: string): boolean => 'callId' in event && event.callId === callId;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);

/** @throws the errors of the client */
export const exercise = async ({ Parley, verifyWebhook }: Client, task: Task): Promise<Outcome> => {
  const parley = new Parley({ baseUrl: task.baseUrl, apiKey: task.apiKey });
  const closing = new AbortController();
  const events: LiveEvent[] = [];
  let onOpened: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    onOpened = resolve;
  });
  const following = (async () => {
    for await (const event of parley.live.follow({ topics: 'calls' }, { signal: closing.signal })) {
      events.push(event);
      if (event.type === 'stream.opened') onOpened();
    }
  })();
  await Promise.race([opened, following]);

  const { agentId, toNumber } = task;
  const { call, transcript } = await parley.calls.startAndWait(
    { agentId, toNumber },
    { pollMs: 250, timeoutMs: 60_000 },
  );
  const listed: string[] = [];
  for await (const { id } of parley.calls.list({ limit: 1 })) listed.push(id);

  const { body, headers, secret } = task.webhook;
  const event = await verifyWebhook(body, headers, secret, { toleranceS: 3_600 });
  const forged = await verifyWebhook(`${body} `, headers, secret, { toleranceS: 3_600 }).then(
    () => 'none',
    codeOf,
  );
  // The end of the call is in the journal, and so on its way.
  for (let waits = 0; waits < 100 && !events.some(({ type }) => type === 'call.ended'); waits++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  closing.abort();
  await following;
  return {
    callId: call.id,
    status: call.status,
    speakers: [...new Set(transcript.map(({ speaker }) => speaker))],
    listed,
    webhook: event.eventType,
    forged,
    live: events.flatMap((found) => (isAbout(found, call.id) ? [found.type] : [])),
  };
};
