/** The state of the simulated Meta. */
import type { Json } from '../support/json.js';
import { type AppSettings, createDeliveries, type Deliveries } from './deliveries.js';
import { createRandom, type Faults, NO_FAULTS } from './faults.js';
import { createMedia, type SimulatedMedia } from './media.js';
import { HELLO_WORLD, type Template } from './templates.js';

/** An accepted message. */
export interface AcceptedMessage {
  readonly id: string;
  readonly accountId: string;
  readonly to: string;
  readonly body: Json;
  readonly correlation: string | null;
  /** ms since the epoch. */
  readonly at: number;
}

/** A read mark, or a typing indicator, that an account has sent. */
export interface ShownAction {
  readonly accountId: string;
  /** The ID of the customer's message on WhatsApp, of the customer on Instagram. */
  readonly target: string;
  readonly action: 'read' | 'typing';
  /** ms since the epoch. */
  readonly at: number;
}

export interface World {
  /** Its own URL, once it listens. */
  url: string;
  /** Null before an app has subscribed. */
  app: AppSettings | null;
  faults: Faults;
  templates: readonly Template[];
  /** In [0, 1). */
  readonly random: () => number;
  readonly sent: AcceptedMessage[];
  /** By the number that a message is sent to: the `wa_id` by which WhatsApp knows the person. */
  readonly knownAs: Map<string, string>;
  readonly shown: ShownAction[];
  /** By the ID of an upload: its MIME type. */
  readonly uploads: Map<string, string>;
  /** What customers have sent, and that may be marked as read: `<account> <message>`, on Instagram `<account> <customer>`. */
  readonly written: Set<string>;
  /** By comment ID: the account whose post it is under. */
  readonly commented: Map<string, string>;
  /** Pending actions. */
  readonly timers: Set<NodeJS.Timeout>;
  readonly deliveries: Deliveries;
  readonly media: SimulatedMedia;
}

/** When each status of a message is reported at the earliest, ms after it was accepted. */
export const STATUS_MS = { sent: 30, delivered: 80, read: 150 } as const;

/** An empty world without faults; `seed` seeds its `random`. */
export const createWorld = (seed: number): World => {
  const world: World = {
    url: '',
    app: null,
    faults: NO_FAULTS,
    templates: [HELLO_WORLD],
    random: createRandom(seed),
    sent: [],
    knownAs: new Map(),
    shown: [],
    uploads: new Map(),
    written: new Set(),
    commented: new Map(),
    timers: new Set(),
    deliveries: createDeliveries(() => world.app),
    media: createMedia(() => world.url),
  };
  return world;
};

/** Decides at random whether a fault happens this time. */
export const happens = ({ faults, random }: World, fault: keyof Faults): boolean =>
  faults[fault] > 0 && random() < faults[fault];

/** Runs `work` after `ms`, unless the simulator closes first. */
export const later = ({ timers }: World, ms: number, work: () => void): void => {
  const timer = setTimeout(() => {
    timers.delete(timer);
    work();
  }, ms);
  timers.add(timer);
};
