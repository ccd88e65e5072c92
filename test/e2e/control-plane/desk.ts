/** The desk of a person who runs a business: the API, whose answers are all checked against the published document. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import {
  createPublishedClient,
  type PublishedAnswer,
  type PublishedClient,
} from '../../../testkit/api/published-client.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld, type World } from '../../../testkit/service/world.js';

/** An id that does not exist. */
export const UNKNOWN_ID = '22222222-2222-4222-8222-222222222222';
/** The password of everyone who signs in. */
export const PASSWORD = 'correct horse battery staple';

/** The tools of tests of the control plane. */
export interface Desk {
  readonly world: World;
  readonly businessId: string;
  /** The business, for a query. */
  readonly q: string;
  /** The API, with a key that may do everything. */
  readonly api: PublishedClient;
  /** The API, with these headers. */
  clientWith(headers: Readonly<Record<string, string>>): Promise<PublishedClient>;
  /** Runs a command of `parley admin`. */
  admin(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Creates a category; resolves with its id. */
  category(name: string): Promise<string>;
  contact(body: object): Promise<PublishedAnswer<{ readonly contact: ContactResource }>>;
}

/** `env`: additional environment of the service. */
export const openDesk = async (t: Lifetime, env: Readonly<Record<string, string>> = {}): Promise<Desk> => {
  const world = await startWorld(t, env);
  const { businessId, dataDir } = world;
  const clientWith: Desk['clientWith'] = (headers) =>
    createPublishedClient(() => world.service().url, headers);
  const api = await clientWith({ authorization: `Bearer ${world.apiKey}` });
  return {
    world,
    businessId,
    q: `businessId=${businessId}`,
    api,
    clientWith,
    admin: (...args) => parley(['admin', ...args, '--data-dir', dataDir]),
    category: async (name) => {
      const body = { businessId, name };
      const { data } = await api.ask<{ category: { id: string } }>(
        'POST',
        '/api/v1/contacts/categories',
        body,
      );
      return data.category.id;
    },
    contact: (body) => api.ask('POST', '/api/v1/contacts', { businessId, ...body }),
  };
};

/** A file with {@link PASSWORD}, for commands that take one. */
export const passwordFile = ({ world: { dataDir } }: Desk): string => {
  const path = join(dataDir, 'password');
  writeFileSync(path, PASSWORD);
  return path;
};

/** A person who is about to sign in to the console. */
export interface Visitor {
  signIn(password: string): Promise<PublishedAnswer<{ readonly csrfToken: string }>>;
  /** Headers of a new session, by {@link PASSWORD}. @throws Error if the sign-in is refused */
  session(): Promise<Readonly<Record<string, string>>>;
}

/** The visitor with this e-mail address. */
export const visitorOf = async (desk: Desk, email: string): Promise<Visitor> => {
  const anonymous = await desk.clientWith({});
  const signIn: Visitor['signIn'] = (password) =>
    anonymous.ask('POST', '/api/v1/console/session', { email, password });
  return {
    signIn,
    session: async () => {
      const { status, headers, data, text } = await signIn(PASSWORD);
      if (status !== 200) throw new Error(`${email} cannot sign in: ${text}`);
      const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
      return { cookie, 'x-csrf-token': data.csrfToken };
    },
  };
};
