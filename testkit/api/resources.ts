/** Resources that benches and tests create over the API before they begin. */
import type { AgentResource } from '../../schemas/agents/agent.js';
import type { ContactResource } from '../../schemas/contacts/contact.js';
import type { TimelineItem } from '../../schemas/conversations/timeline.js';
import type { ApiClient } from './client.js';

/** Resolves with its id. */
export const createCategory = async (client: ApiClient, name: string): Promise<string> =>
  (await client.post<{ category: { id: string } }>('/api/v1/contacts/categories', { name })).category.id;

/** The data of a new contact. */
export interface NewContact {
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  readonly categoryIds: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
}

/** Resolves with its id. */
export const createContact = async (client: ApiClient, contact: NewContact): Promise<string> =>
  (await client.post<{ contact: { id: string } }>('/api/v1/contacts', contact)).contact.id;

/** Creates an agent of any channel; `profile` is the body of the request. */
export const createAgent = async (client: ApiClient, profile: object): Promise<AgentResource> =>
  (await client.post<{ agent: AgentResource }>('/api/v1/agents', profile)).agent;

/** Contacts that a search finds, newest first. */
export const contactsWith = async (
  client: ApiClient,
  search: string,
): Promise<readonly ContactResource[]> => {
  const path = `/api/v1/contacts?search=${encodeURIComponent(search)}`;
  return (await client.get<{ contacts: readonly ContactResource[] }>(path)).contacts;
};

/** The newest items of a contact's timeline, newest first. */
export const timelineOf = async (client: ApiClient, contactId: string): Promise<readonly TimelineItem[]> =>
  (await client.get<{ timeline: readonly TimelineItem[] }>(`/api/v1/contacts/${contactId}/timeline`))
    .timeline;
