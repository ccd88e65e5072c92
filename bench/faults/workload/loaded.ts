/** What the load of a seed has sent and created, and how it sends. */
import { isRecord } from '../../../schemas/json.js';
import { createChance } from '../chance.js';
import type { ApiRequest } from '../cluster/client.js';
import type { World } from '../cluster/world.js';
import type { Answer, StatusSample } from '../history.js';

/** A request that was sent, with everything needed to repeat it. */
export interface Sent {
  readonly step: number;
  readonly what: string;
  readonly request: ApiRequest;
  readonly sentAt: number;
  readonly answeredAt: number | null;
  readonly answer: Answer | null;
  /** Where the created resource is read once the request is accepted. */
  readonly shownAt: string | null;
  /** Whether the contract promises the same answer to a repeated request. */
  readonly isRepeated: boolean;
}

/** What the load has created so far. */
export interface Loaded {
  readonly sent: Sent[];
  readonly callIds: Set<string>;
  readonly messageIds: Set<string>;
  readonly campaigns: { readonly campaignId: string; readonly audience: readonly string[] }[];
  /** The last accepted value of each contact. */
  readonly registers: Map<string, { name: string; blocked: boolean }>;
  readonly samples: StatusSample[];
  /** Ids at Meta of the customers' messages. */
  readonly written: string[];
  readonly subscriptions: Record<string, readonly string[]>;
}

/** An empty load. */
export const emptyLoad = (): Loaded => ({
  sent: [],
  callIds: new Set(),
  messageIds: new Set(),
  campaigns: [],
  registers: new Map(),
  samples: [],
  written: [],
  subscriptions: {},
});

/** The text at a path of names in an answer's data; empty if there is none. */
export const textIn = (data: unknown, ...path: readonly string[]): string => {
  const found = path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), data);
  return typeof found === 'string' ? found : '';
};

/** Whether the request was accepted. */
export const isAccepted = (answer: Answer | null): answer is Answer => answer !== null && answer.status < 300;

/** Further options of a request. */
interface SendOptions {
  readonly shownAt?: (data: unknown) => string;
  readonly isRepeated?: boolean;
}

export interface Sending {
  /** Null if there was no final answer before the client stopped retrying. */
  send(
    what: string,
    step: number,
    request: Omit<ApiRequest, 'key'>,
    options?: SendOptions,
  ): Promise<Answer | null>;
  post(
    what: string,
    step: number,
    path: string,
    body: object,
    shownAt?: (data: unknown) => string,
  ): Promise<Answer | null>;
}

/**
 * Sends requests under keys derived from their steps, and records them in `sent`. `until` is when clients stop
 * retrying, ms since the epoch.
 */
export const createSending = ({ client, plan }: World, sent: Sent[], until: () => number): Sending => {
  const send: Sending['send'] = async (what, step, params, { shownAt, isRepeated = true } = {}) => {
    const request = { ...params, key: `seed-${plan.seed}-${step}-${what.replaceAll(' ', '-')}` };
    // The node of the first attempt does not depend on what other steps do.
    const node = createChance(plan.seed, 1_000 + step).integer(0, plan.nodes - 1);
    const sentAt = Date.now();
    const answer = await client.retry(node, request, until());
    sent.push({
      step,
      what,
      request,
      sentAt,
      answeredAt: answer === null ? null : Date.now(),
      answer,
      shownAt: isAccepted(answer) ? (shownAt?.(answer.data) ?? null) : null,
      isRepeated,
    });
    return answer;
  };
  return {
    send,
    post: (what, step, path, body, shownAt) =>
      send(what, step, { method: 'POST', path, body }, shownAt === undefined ? {} : { shownAt }),
  };
};
