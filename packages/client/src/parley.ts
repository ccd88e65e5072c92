/** The client: one for each API key. */
import { makeWith } from './operations.js';
import { createTransport, type Transport } from './requests.js';
import { type Resources, resourcesOf } from './resources/all.js';
import { liveOf } from './resources/business.js';

/** The options of a client. */
export interface ParleyOptions {
  /** The key of a business, `parley_sk_…`. It does not belong in a browser. */
  readonly apiKey: string;
  /** Where the service is. Default: `http://127.0.0.1:8080`, a service on this machine. */
  readonly baseUrl?: string;
  /** Default: the business of the key, which is requested once, before the first request that names it. */
  readonly businessId?: string;
  /** Default: that of the platform. */
  readonly fetch?: typeof globalThis.fetch;
  /** Deadline of each attempt, ms. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Attempts after the first, of requests that may be repeated. Default: 2. */
  readonly maxRetries?: number;
  /** Source of the jitter between retries, 0 to 1. Default: `Math.random`. */
  readonly random?: () => number;
}

const BASE_URL = 'http://127.0.0.1:8080';
const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 2;

/** The service at the address, without a slash at the end. @throws TypeError if it is no http address, or has credentials or a query */
const addressOf = (baseUrl: string): string => {
  const url = new URL(baseUrl);
  if (
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new TypeError('baseUrl is an http or https address without user, query or fragment');
  return url.href.replace(/\/+$/, '');
};

/** @throws TypeError unless it can be the value of a header */
const keyOf = (apiKey: string): string => {
  if (!/^[\x21-\x7E]+$/.test(apiKey))
    throw new TypeError('apiKey is missing, or has other characters than a key');
  return apiKey;
};

/**
 * A client of one business. It sends nothing by itself, and holds nothing that would have to be closed.
 * @throws TypeError for an unusable option
 */
export class Parley {
  readonly business: Resources['business'];
  readonly calls: Resources['calls'];
  readonly agents: Resources['agents'];
  readonly tools: Resources['tools'];
  readonly voices: Resources['voices'];
  readonly simulations: Resources['simulations'];
  readonly contacts: Resources['contacts'];
  readonly suppressions: Resources['suppressions'];
  readonly dataSources: Resources['dataSources'];
  readonly campaigns: Resources['campaigns'];
  readonly channels: Resources['channels'];
  readonly messages: Resources['messages'];
  readonly conversations: Resources['conversations'];
  readonly quickAnswers: Resources['quickAnswers'];
  readonly webhookSubscriptions: Resources['webhookSubscriptions'];
  readonly analytics: Resources['analytics'];
  readonly alertRules: Resources['alertRules'];
  readonly savedViews: Resources['savedViews'];
  readonly live: ReturnType<typeof liveOf>;
  readonly #transport: Transport;

  constructor(options: ParleyOptions) {
    const { fetch = globalThis.fetch, random = Math.random } = options;
    this.#transport = createTransport({
      apiKey: keyOf(options.apiKey),
      baseUrl: addressOf(options.baseUrl ?? BASE_URL),
      businessId: options.businessId ?? null,
      // Workers refuse a fetch that is called as a method of another object.
      fetch: (input, init) => fetch(input, init),
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      maxRetries: options.maxRetries ?? MAX_RETRIES,
      random,
    });
    const resources = resourcesOf(makeWith(this.#transport));
    this.business = resources.business;
    this.calls = resources.calls;
    this.agents = resources.agents;
    this.tools = resources.tools;
    this.voices = resources.voices;
    this.simulations = resources.simulations;
    this.contacts = resources.contacts;
    this.suppressions = resources.suppressions;
    this.dataSources = resources.dataSources;
    this.campaigns = resources.campaigns;
    this.channels = resources.channels;
    this.messages = resources.messages;
    this.conversations = resources.conversations;
    this.quickAnswers = resources.quickAnswers;
    this.webhookSubscriptions = resources.webhookSubscriptions;
    this.analytics = resources.analytics;
    this.alertRules = resources.alertRules;
    this.savedViews = resources.savedViews;
    this.live = liveOf(this.#transport, random);
  }

  /** The id of the business: from the options, or requested once. @throws ParleyError */
  businessId(): Promise<string> {
    return this.#transport.businessId();
  }
}
