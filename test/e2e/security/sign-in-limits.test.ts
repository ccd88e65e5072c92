/** Guesses behind a proxy that is not configured: all come from one address, and known browsers can still sign in. */
import { randomUUID } from 'node:crypto';
import t from 'tap';
import { openDesk, PASSWORD, passwordFile } from '../control-plane/desk.js';

t.setTimeout(120_000);

const desk = await openDesk(t);
const password = passwordFile(desk);
for (const name of ['ann', 'bob', 'cyd'])
  await desk.admin(
    ...['user', 'create', '--business', desk.businessId, '--email', `${name}@example.org`, '--name', name],
    ...['--password-file', password],
  );

/** A sign-in as the proxy forwards it. */
const signIn = async (name: string, secret: string, cookie = ''): Promise<Response> => {
  const response = await fetch(`${desk.world.service().url}/api/v1/console/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': '198.51.100.7',
      ...(cookie === '' ? {} : { cookie }),
    },
    body: JSON.stringify({ email: `${name}@example.org`, password: secret }),
  });
  await response.text();
  return response;
};

/** The cookie by which the service recognises a browser in which the user has signed in. */
const browserOf = async (name: string): Promise<string> => {
  const response = await signIn(name, PASSWORD);
  const cookie = response.headers.getSetCookie().find((header) => header.includes('browser'));
  return cookie?.split(';')[0] ?? '';
};

const ann = await browserOf('ann');
const bob = await browserOf('bob');

t.test('ten guesses at one e-mail address lock strangers out, but not its own browser', async (t) => {
  for (let guess = 0; guess < 10; guess += 1) t.equal((await signIn('ann', `guess ${guess}`)).status, 401);
  t.equal((await signIn('ann', PASSWORD)).status, 429, 'a browser that never signed in');
  t.equal((await signIn('ann', PASSWORD, bob)).status, 429, 'the browser of another user');
  t.equal((await signIn('ann', PASSWORD, `${ann.slice(0, -3)}AAA`)).status, 429, 'a forged cookie');
  t.equal((await signIn('ann', PASSWORD, ann)).status, 200);
});

t.test('fifty guesses from the address of the proxy do not lock recognised browsers out', async (t) => {
  const answers = new Set<number>();
  for (let guess = 0; guess < 45; guess += 1)
    answers.add((await signIn(`stranger${guess}`, 'a guess')).status);
  t.ok(answers.has(429), 'the address is at its limit');
  t.equal((await signIn('cyd', PASSWORD)).status, 429, 'a browser that never signed in');
  t.equal((await signIn('bob', PASSWORD, bob)).status, 200);
});
