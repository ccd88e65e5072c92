/** `fetch` for the packages that call models: an API key is sent only to the address it is meant for. */
import { fetch as send } from 'undici';
import type { ConnectionGuard } from '../egress/connection-guard.js';

const withoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });

/** Follows no redirects. With a guard, it connects only where the guard allows, and bodies must be text. @throws as fetch */
export const fetchFor = (guard: ConnectionGuard | undefined): typeof fetch =>
  guard === undefined
    ? withoutRedirects
    : async (input, init) => {
        const body = init?.body ?? null;
        if (body !== null && typeof body !== 'string')
          throw new TypeError('the body of a model request must be text');
        const answer = await send(input instanceof Request ? input.url : input, {
          method: init?.method ?? 'GET',
          headers: [...new Headers(init?.headers)],
          body,
          signal: init?.signal ?? null,
          redirect: 'error',
          dispatcher: guard.dispatcher,
        });
        const { status, statusText, headers } = answer;
        return new Response(answer.body, { status, statusText, headers: [...headers] });
      };
