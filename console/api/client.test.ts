/** Requests to the service: addresses, refusals, retries and sessions. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type ServiceAnswer, type ServiceRequest, stubService } from '../testing/service.js';
import { ApiProblem, addressOf, callApi, rememberCsrfToken, setSessionExpiredHandler } from './client.js';

const BODY = { businessId: 'business-1', name: 'Guests' };
const CALL = { path: { callId: 'call-1' }, query: { businessId: 'business-1' } };

/** The answers of the service, in order; null is a network failure. */
let answers: (ServiceAnswer | null)[] = [];
let requests: readonly ServiceRequest[] = [];

beforeEach(() => {
  answers = [];
  requests = stubService(() => {
    const answer = answers.shift();
    if (answer === undefined || answer === null) throw new Error('the network has failed');
    return answer;
  });
  rememberCsrfToken('token-1');
  setSessionExpiredHandler(() => undefined);
});

const createCategory = () => callApi('createContactCategory', { body: BODY });
const keys = (): readonly (string | null)[] => requests.map(({ headers }) => headers.get('idempotency-key'));

describe('the address of a request', () => {
  test('has the ids of the path, encoded', () => {
    expect(addressOf('readVoiceCall', { ...CALL, path: { callId: 'a/b c' } })).toBe(
      '/api/v1/voice/calls/a%2Fb%20c?businessId=business-1',
    );
  });

  test('has the values of the query that are set', () => {
    const query = { businessId: 'business-1', limit: 100, cursor: '', search: 'a&b' };
    expect(addressOf('listContacts', { query })).toBe(
      '/api/v1/contacts?businessId=business-1&limit=100&search=a%26b',
    );
    expect(addressOf('readSession', {})).toBe('/api/v1/console/session');
  });
});

describe('a request', () => {
  test('that changes something has a key, the token and a body', async () => {
    answers = [{ data: { category: 'created' } }];
    expect(await createCategory()).toEqual({ category: 'created' });
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/v1/contacts/categories', body: BODY }]);
    expect(requests[0]?.headers.get('x-csrf-token')).toBe('token-1');
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  test('that reads has none of them', async () => {
    answers = [{ data: { call: 'read' } }];
    expect(await callApi('readVoiceCall', CALL)).toEqual({ call: 'read' });
    expect(requests).toMatchObject([{ method: 'GET', body: null }]);
    expect([...(requests[0]?.headers.keys() ?? [])]).toEqual([]);
  });

  test('that is refused throws the code, the message and the id of the request', async () => {
    answers = [{ code: 'call_not_found' }];
    const problem = await callApi('readVoiceCall', CALL).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ApiProblem);
    expect(problem).toMatchObject({
      code: 'call_not_found',
      message: 'refused: call_not_found',
      requestId: 'request-1',
      details: [],
    });
  });

  test('that is aborted throws no problem', async () => {
    const params = { ...CALL, signal: AbortSignal.abort() };
    const error = await callApi('readVoiceCall', params).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ApiProblem);
  });
});

describe('a repeated request', () => {
  test('has the same key after no answer, until there is one', async () => {
    answers = [null, null, { data: 'first' }, { data: 'second' }];
    await expect(createCategory()).rejects.toMatchObject({ code: 'no_answer', requestId: null });
    await expect(createCategory()).rejects.toMatchObject({ code: 'no_answer' });
    await createCategory();
    await createCategory();
    const [first, second, third, fourth] = keys();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  test('has a new key after a refusal, and for other content', async () => {
    answers = [{ code: 'name_taken' }, null, { data: 'created' }];
    await expect(createCategory()).rejects.toThrow('refused: name_taken');
    await expect(createCategory()).rejects.toThrow(ApiProblem);
    await callApi('createContactCategory', { body: { ...BODY, name: 'Staff' } });
    expect(new Set(keys()).size).toBe(3);
  });
});

describe('the session', () => {
  test('of another tab is adopted, and the request is repeated with the same key', async () => {
    answers = [{ code: 'csrf_invalid' }, { data: { csrfToken: 'token-2' } }, { data: 'created' }];
    expect(await createCategory()).toBe('created');
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/v1/contacts/categories',
      '/api/v1/console/session',
      '/api/v1/contacts/categories',
    ]);
    expect(requests[2]?.headers.get('x-csrf-token')).toBe('token-2');
    expect(keys()[2]).toBe(keys()[0]);
  });

  test('that is refused again is not adopted twice', async () => {
    answers = [{ code: 'csrf_invalid' }, { data: { csrfToken: 'token-2' } }, { code: 'csrf_invalid' }];
    await expect(createCategory()).rejects.toMatchObject({ code: 'csrf_invalid' });
    expect(requests).toHaveLength(3);
  });

  test('that has ended is reported, and the request is refused', async () => {
    const handleExpired = vi.fn();
    setSessionExpiredHandler(handleExpired);
    answers = [{ code: 'session_invalid' }, { code: 'call_not_found' }, { code: 'api_key_missing' }];
    await expect(callApi('readVoiceCall', CALL)).rejects.toMatchObject({ code: 'session_invalid' });
    expect(handleExpired).toHaveBeenCalledTimes(1);
    await expect(callApi('readVoiceCall', CALL)).rejects.toMatchObject({ code: 'call_not_found' });
    expect(handleExpired).toHaveBeenCalledTimes(1);
    await expect(callApi('readVoiceCall', CALL)).rejects.toMatchObject({ code: 'api_key_missing' });
    expect(handleExpired).toHaveBeenCalledTimes(2);
  });
});
