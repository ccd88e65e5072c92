/** Plays the customers of the simulated Meta, and reads what was sent to them. */
import type { Faults } from '../../simulators/meta/faults.js';
import type { ShownAction } from '../../simulators/meta/world.js';
import { controlHeaders } from '../../simulators/support/control-token.js';

/** A message that the simulated Meta accepted from the service. */
export interface SentMessage {
  readonly id: string;
  readonly accountId: string;
  readonly to: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly correlation: string | null;
  /** ms since the epoch */
  readonly at: number;
}

/** A message of a customer, or an action. */
interface CustomerMessage {
  readonly accountId: string;
  /** Digits of the mobile. */
  readonly from: string;
  readonly text?: string;
  readonly name?: string;
  /** The provider's id of it; generated if absent. */
  readonly id?: string;
  /** Content of another type: `{ "type": "location", "location": {…} }`. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** WhatsApp if absent. */
  readonly channel?: 'instagram';
  /** An event on Instagram, as an entry of `messaging`. */
  readonly event?: object;
  /** Or as an entry of `changes`. */
  readonly change?: object;
}

/** A message that a person of the business writes in the channel's own app. */
interface HumanMessage {
  readonly accountId: string;
  /** The customer: digits of the mobile, or the person's id. */
  readonly to: string;
  readonly text: string;
  /** The provider's id of it; generated if absent. */
  readonly id?: string;
  /** WhatsApp if absent. */
  readonly channel?: 'instagram';
}

/** A template in the form of the provider's management API. */
export interface ProviderTemplate {
  readonly name: string;
  readonly language: string;
  /** Approved if absent. */
  readonly status?: 'APPROVED' | 'PENDING' | 'PAUSED' | 'DISABLED';
  readonly components: readonly object[];
}

/** The control interface of a simulated Meta; its methods throw if a request is refused. */
export interface MetaClient {
  /** Resolves with the provider's id of the message, which is delivered by then or soon after. */
  write(message: CustomerMessage): Promise<string>;
  /** A human answers in the channel's app; resolves with the provider's id of the message. */
  type(message: HumanMessage): Promise<string>;
  /** The messages that the provider accepted, in order; `pending`: reports and deliveries still in progress. */
  sent(): Promise<{ readonly sent: readonly SentMessage[]; readonly pending: number }>;
  /** The read marks and typing indicators that the provider accepted, in order. */
  shown(): Promise<readonly ShownAction[]>;
  /** Sets the faults; those that are left out do not occur. */
  faults(faults: Partial<Faults>): Promise<void>;
  /** Stores a file that a customer may send: by its id on WhatsApp, by its address on Instagram. */
  media(mimeType: string, bytes: Uint8Array): Promise<{ readonly id: string; readonly url: string }>;
  /** Sets the number by which the provider knows the person who is written to at another; digits. */
  know(number: string, waId: string): Promise<void>;
  /** Sets the templates besides `hello_world`, in the form of the provider's management API. */
  templates(templates: readonly ProviderTemplate[]): Promise<void>;
}

/** `token`: for its control interface; null if it needs none. */
export const createMetaClient = (url: string, token: string | null = null): MetaClient => {
  const ask = async (method: string, path: string, body?: object): Promise<string> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: controlHeaders(token),
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  };
  return {
    write: async (message) => {
      const { id }: { id: string } = JSON.parse(await ask('POST', '/control/messages', message));
      return id;
    },
    type: async (message) => {
      const { id }: { id: string } = JSON.parse(await ask('POST', '/control/echoes', message));
      return id;
    },
    sent: async () => JSON.parse(await ask('GET', '/control/sent')),
    shown: async () => {
      const { shown }: { shown: readonly ShownAction[] } = JSON.parse(await ask('GET', '/control/shown'));
      return shown;
    },
    know: async (number, waId) => void (await ask('PUT', '/control/people', { number, waId })),
    faults: async (faults) => void (await ask('PUT', '/control/faults', faults)),
    media: async (mimeType, bytes) =>
      JSON.parse(
        await ask('POST', '/control/media', {
          mimeType,
          contentBase64: Buffer.from(bytes).toString('base64'),
        }),
      ),
    templates: async (templates) => void (await ask('PUT', '/control/templates', { templates })),
  };
};
