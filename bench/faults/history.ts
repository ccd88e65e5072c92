/**
 * What was seen of a world from outside, for the checker: requests with their answers, what the API shows at the end,
 * webhooks that arrived, and the logs of the simulators. Plain JSON, because it is stored with a violation. Times are
 * ms since the epoch on the driver's clock, which no fault affects.
 */
import type { Fault } from './fault.js';

/** A final answer; its body as JSON. */
export interface Answer {
  readonly status: number;
  readonly code: string;
  readonly data: unknown;
}

/** A request with its key, which was repeated until it was answered. */
export interface RequestRecord {
  readonly step: number;
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly sentAt: number;
  readonly answeredAt: number | null;
  /** Null if there was no final answer before the end. */
  readonly answer: Answer | null;
  /** The answer to the same request with the same key, at the end; null if it was not repeated. */
  readonly repeated: Answer | null;
  /** What it created, read from each node at the end; empty if it creates nothing that has an address. */
  readonly shown: readonly Answer[];
}

/** The last accepted value of a contact, and what the API shows. */
interface RegisterRecord {
  readonly contactId: string;
  readonly written: { readonly name: string; readonly blocked: boolean };
  readonly shown: readonly { readonly name: string; readonly blocked: boolean }[];
}

/** A call as the API shows it at the end. */
export interface CallRecord {
  readonly callId: string;
  readonly status: string;
  readonly endedBy: string | null;
  readonly endReason: string | null;
  readonly durationSeconds: number;
  readonly chargedMicrocredits: number;
  /** Names of its timeline: `call.ringing`, `call.answered`, … */
  readonly timeline: readonly string[];
  readonly transcript: readonly { readonly speaker: string; readonly text: string }[];
}

/** A status of a call, read from a node during the load. */
export interface StatusSample {
  readonly callId: string;
  readonly node: number;
  /** How often the node had been started: a started process reads the journal from where its views are. */
  readonly generation: number;
  readonly status: string;
  readonly at: number;
}

/** A call of the simulated network. */
export interface PlacementRecord {
  readonly callId: string;
  readonly sid: string;
  readonly status: string;
  readonly durationSeconds: number;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  readonly endedBy: string | null;
  readonly streams: number;
  /** How much of our audio the network has acknowledged as played, ms. */
  readonly acknowledgedMs: number;
}

/** A webhook attempt that reached the receiver. */
export interface DeliveryRecord {
  readonly subscription: string;
  readonly eventId: string;
  readonly eventType: string;
  /** Call, campaign or conversation. */
  readonly about: string;
  readonly retryNumber: number;
  /** The body without the attempt number. */
  readonly body: string;
  readonly at: number;
  readonly accepted: boolean;
}

/** A campaign and its members at the end. */
export interface CampaignRecord {
  readonly campaignId: string;
  readonly status: string;
  readonly audience: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly members: readonly {
    readonly contactId: string;
    readonly outcome: string | null;
    readonly attempts: readonly { readonly callId: string | null; readonly outcome: string | null }[];
  }[];
}

/** One of our messages at the end; `taken` is how often the simulated Meta accepted it. */
interface MessageRecord {
  readonly messageId: string;
  readonly status: string;
  readonly taken: number;
}

/** `/readyz` of a node at the end; status 0 means that it does not run. */
interface ReadinessRecord {
  readonly node: number;
  readonly status: number;
  readonly codes: readonly string[];
}

/** Everything that was seen of one seed. */
export interface History {
  readonly seed: number;
  /** As applied, with the times at which they began and ended; `skipped` says why a fault could not be applied. */
  readonly faults: readonly (Fault & {
    readonly beganAt: number | null;
    readonly endedAt: number | null;
    readonly skipped: string | null;
  })[];
  readonly requests: readonly RequestRecord[];
  readonly registers: readonly RegisterRecord[];
  readonly calls: readonly CallRecord[];
  readonly samples: readonly StatusSample[];
  readonly placements: readonly PlacementRecord[];
  readonly ledger: {
    readonly chargedMicrocredits: number;
    readonly reservedMicrocredits: number;
    readonly leasedLines: number;
  } | null;
  /** Event types by subscription. */
  readonly subscriptions: Readonly<Record<string, readonly string[]>>;
  readonly deliveries: readonly DeliveryRecord[];
  readonly campaigns: readonly CampaignRecord[];
  readonly messages: readonly MessageRecord[];
  /** Ids at the simulated Meta of the customers' messages. */
  readonly written: readonly string[];
  readonly readiness: readonly ReadinessRecord[];
  /** Nodes whose `/readyz` was 200 although the journal had been unreachable for seconds. */
  readonly readyWhileAway: readonly { readonly node: number; readonly fault: string }[];
}
