/** Reads that a write changes are made again, and no page has a list of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../testing/deferred.js';
import { stubService } from '../testing/service.js';
import { readAgainAfter } from './affected.js';
import { callApi, setWrittenHandler, type WriteId } from './client.js';

let queries = new QueryClient();

beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
});
afterEach(() => {
  vi.useRealTimers();
  setWrittenHandler(() => Promise.resolve());
});

/** A part of a page that shows a read; returns the function that reads it again. */
const show = (queryKey: readonly unknown[], answer: Promise<unknown> = Promise.resolve({})) => {
  queries.setQueryData(queryKey, {});
  const read = vi.fn(() => answer);
  new QueryObserver(queries, { queryKey, queryFn: read }).subscribe(() => undefined);
  return read;
};

describe('after a write', () => {
  test('what it changes is read again, whatever its filters, and nothing else', async () => {
    const contact = show(['readContact', { contactId: 'contact-1' }, null]);
    const list = show(['pages', 'listContacts', null, { search: 'a' }]);
    const keys = show(['pages', 'listKeys', null, {}]);
    await readAgainAfter(queries, 'updateContact');
    expect(contact).toHaveBeenCalledTimes(1);
    expect(list).toHaveBeenCalledTimes(1);
    expect(keys).not.toHaveBeenCalled();
  });

  test('what no page shows is only out of date', async () => {
    queries.setQueryData(['listTools', null, null], {});
    await readAgainAfter(queries, 'removeTool');
    expect(queries.getQueryState(['listTools', null, null])?.isInvalidated).toBe(true);
  });

  test('a slow read is waited for during a second', async () => {
    vi.useFakeTimers();
    const { promise, resolve } = deferred<object>();
    show(['listSavedViews', null, null], promise);
    const waiting = vi.fn();
    const done = readAgainAfter(queries, 'createSavedView').then(waiting);
    await vi.advanceTimersByTimeAsync(900);
    expect(waiting).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(waiting).toHaveBeenCalledTimes(1);
    resolve({});
    await done;
  });
});

describe('a request', () => {
  const announced = async (request: () => Promise<unknown>): Promise<readonly WriteId[]> => {
    const writes: WriteId[] = [];
    setWrittenHandler((write) => {
      writes.push(write);
      return Promise.resolve();
    });
    await request().catch(() => undefined);
    return writes;
  };
  const body = { businessId: 'business-1', name: 'Guests' };
  const create = () => callApi('createContactCategory', { body });

  test('that changes something is announced, one that reads is not', async () => {
    stubService(() => ({ data: {} }));
    expect(await announced(create)).toEqual(['createContactCategory']);
    expect(await announced(() => callApi('readSession'))).toEqual([]);
  });

  test('is not announced when it is refused, but when its answer is lost', async () => {
    stubService(() => ({ code: 'category_exists' }));
    expect(await announced(create)).toEqual([]);
    stubService(() => {
      throw new Error('the network has failed');
    });
    expect(await announced(create)).toEqual(['createContactCategory']);
  });
});

/** They do not follow a write: a new session, live events, and a job or a run that has ended. */
const OTHER_REASONS: readonly string[] = [
  'agents/editor/use-edited.ts',
  'contacts/contact-jobs.tsx',
  'session/session.tsx',
  'simulations/run-page.tsx',
];

test('no page invalidates reads after its own writes', () => {
  const features = fileURLToPath(new URL('../features/', import.meta.url));
  const found = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.tsx?$/.test(path) && readFileSync(join(features, path), 'utf8').includes('invalidateQueries('),
  );
  expect(found.sort()).toEqual(OTHER_REASONS);
});
