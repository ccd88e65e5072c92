/** What benches and tests make over the API before they come to what they are about. */
import type { AgentResource } from '../schemas/agent.js';
import type { ContactResource } from '../schemas/contact.js';
import type { TimelineItem } from '../schemas/timeline.js';
import type { ApiClient } from './api-client.js';

/** Gives its id. */
export const createCategory = async (client: ApiClient, name: string): Promise<string> =>
  (await client.post<{ category: { id: string } }>('/api/v1/contacts/categories', { name })).category.id;

/** What a contact is made of. */
export interface NewContact {
  readonly name: string;
  /** In E.164. */
  readonly mobile: string;
  readonly categoryIds: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
}

/** Gives its id. */
export const createContact = async (client: ApiClient, contact: NewContact): Promise<string> =>
  (await client.post<{ contact: { id: string } }>('/api/v1/contacts', contact)).contact.id;

/** An agent of any channel, as the body of the request has it. */
export const createAgent = async (client: ApiClient, profile: object): Promise<AgentResource> =>
  (await client.post<{ agent: AgentResource }>('/api/v1/agents', profile)).agent;

/** Contacts that a search finds, the newest first. */
export const contactsWith = async (
  client: ApiClient,
  search: string,
): Promise<readonly ContactResource[]> => {
  const path = `/api/v1/contacts?search=${encodeURIComponent(search)}`;
  return (await client.get<{ contacts: readonly ContactResource[] }>(path)).contacts;
};

/** The newest items of a contact's timeline, the newest first. */
export const timelineOf = async (client: ApiClient, contactId: string): Promise<readonly TimelineItem[]> =>
  (await client.get<{ timeline: readonly TimelineItem[] }>(`/api/v1/contacts/${contactId}/timeline`))
    .timeline;
