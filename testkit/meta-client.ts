/** Plays the customers of the simulated Meta, and asks it what was sent to them. */
import type { Faults } from '../providers/channels/simulator/faults.js';
import { controlHeaders } from '../providers/simulator-token.js';

/** What the simulated Meta took from the service. */
export interface SentMessage {
  readonly id: string;
  readonly accountId: string;
  readonly to: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly correlation: string | null;
  /** ms since the epoch */
  readonly at: number;
}

/** What a customer writes, or does. */
interface CustomerMessage {
  readonly accountId: string;
  /** Digits of the mobile. */
  readonly from: string;
  readonly text?: string;
  readonly name?: string;
  /** The provider's id of it; made up when absent. */
  readonly id?: string;
  /** Of another type: `{ "type": "location", "location": {…} }`. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** WhatsApp when absent. */
  readonly channel?: 'instagram';
  /** What happens on Instagram, as it stands in `messaging`. */
  readonly event?: object;
  /** Or as it stands in `changes`. */
  readonly change?: object;
}

/** What somebody of the business writes in the channel's own app. */
interface HumanMessage {
  readonly accountId: string;
  /** The customer: digits of the mobile, or the person's id. */
  readonly to: string;
  readonly text: string;
  /** The provider's id of it; made up when absent. */
  readonly id?: string;
  /** WhatsApp when absent. */
  readonly channel?: 'instagram';
}

/** A template as the provider's management API has it. */
export interface ProviderTemplate {
  readonly name: string;
  readonly language: string;
  /** Approved when absent. */
  readonly status?: 'APPROVED' | 'PENDING' | 'PAUSED' | 'DISABLED';
  readonly components: readonly object[];
}

/** The control interface of a simulated Meta; its methods throw when it refuses. */
export interface MetaClient {
  /** Gives the provider's id of the message; it is delivered by then or soon. */
  write(message: CustomerMessage): Promise<string>;
  /** A human answers in the channel's app; gives the provider's id of the message. */
  type(message: HumanMessage): Promise<string>;
  /** What the provider took, in order; `pending`: reports and deliveries that are not through yet. */
  sent(): Promise<{ readonly sent: readonly SentMessage[]; readonly pending: number }>;
  /** What is left out does not happen. */
  faults(faults: Partial<Faults>): Promise<void>;
  /** Keeps a file that a customer may send: under its id on WhatsApp, at its address on Instagram. */
  media(mimeType: string, bytes: Uint8Array): Promise<{ readonly id: string; readonly url: string }>;
  /** Which templates there are besides `hello_world`, in the form of the provider's management API. */
  templates(templates: readonly ProviderTemplate[]): Promise<void>;
}

/** `token`: what its control interface asks for; null: nothing. */
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
