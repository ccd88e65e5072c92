/** Invitations over HTTP: no business can claim an address for itself, or learn whether others know it. */
import { randomUUID } from 'node:crypto';
import t from 'tap';
import { openDesk, PASSWORD, passwordFile } from './desk.js';

t.setTimeout(120_000);

const desk = await openDesk(t);
const password = passwordFile(desk);

interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly headers: Headers;
  readonly data: Readonly<Record<string, unknown>>;
}

const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${desk.world.service().url}/api/v1/console${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  });
  const { data = {}, error }: { data?: Answer['data']; error?: { code: string } } = JSON.parse(
    await response.text(),
  );
  return { status: response.status, code: error?.code ?? null, headers: response.headers, data };
};

const signIn = (email: string, secret: string): Promise<Answer> =>
  post('/session', { email, password: secret });

/** A business with an owner; resolves with a function that invites an address and resolves with the link's token. */
const openBusiness = async (name: string): Promise<(email: string) => Promise<string>> => {
  const { businessId } = await desk.admin('business', 'create', '--name', name);
  const email = `owner@${name}.example`;
  await desk.admin(
    ...['user', 'create', '--business', String(businessId), '--email', email, '--name', name],
    ...['--password-file', password],
  );
  const { headers, data } = await signIn(email, PASSWORD);
  const session = {
    cookie: headers
      .getSetCookie()
      .flatMap((cookie) => cookie.split(';')[0] ?? [])
      .join('; '),
    'x-csrf-token': String(data.csrfToken),
  };
  return async (invited) => {
    const answer = await post('/invitations', { businessId, email: invited, role: 'viewer' }, session);
    return String(answer.data.link).split('#')[1] ?? '';
  };
};

const join = (token: string, name: string, secret: string): Promise<Answer> =>
  post('/join', { token, name, password: secret });

const curious = await openBusiness('curious');
const bella = await openBusiness('bella');

t.test('a business that accepts its own invitation of an address does not block others', async (t) => {
  const email = 'vera@example.org';
  t.equal((await join(await curious(email), 'Not Vera', 'chosen by the other one')).status, 201);
  const joined = await join(await bella(email), 'Vera', 'chosen by Vera herself');
  t.equal(joined.status, 201, joined.code ?? '');
  const signedIn = await signIn(email, 'chosen by Vera herself');
  t.match(signedIn, { status: 200, data: { business: { name: 'bella' } } });
  t.match(await signIn(email, 'chosen by the other one'), { data: { business: { name: 'curious' } } });
});

t.test('an invitation is accepted alike whether the address is known or not', async (t) => {
  await join(await bella('known@example.org'), 'Known', 'a password of their own');
  const [known, unknown] = await Promise.all(
    ['known@example.org', 'unknown@example.org'].map(async (email) => {
      const { status, code, data } = await join(await curious(email), 'Somebody', 'a password of curious');
      return { status, code, fields: Object.keys(data).sort() };
    }),
  );
  t.same(known, unknown);
  t.match(known, { status: 201 });
});
