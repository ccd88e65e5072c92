/** The console's own routes: sessions, keys, and trying an agent out. */
import t from 'tap';
import { until } from '../../../testkit/until.js';
import { docx, pdf, pdfOf, pdfPage } from '../../support/files/documents.js';
import { openDesk, PASSWORD, passwordFile, UNKNOWN_ID, visitorOf } from './desk.js';
import { ingestionsOf } from './ingestions.js';

const EMAIL = 'ann@example.org';

t.setTimeout(150_000);

const desk = await openDesk(t);
const { admin, api, businessId, clientWith, q } = desk;
const { create, now, read, review, upload } = ingestionsOf(desk);
const user = await admin(
  ...['user', 'create', '--business', businessId, '--email', 'Ann@Example.org', '--name', 'Ann'],
);
const file = passwordFile(desk);
await admin('user', 'password', '--email', EMAIL, '--password-file', file);
const ann = await visitorOf(desk, EMAIL);
const console = await clientWith(await ann.session());

t.test('a user who signs in has a session of their business, and sees no other', async (t) => {
  t.match(user.password, /^.{16,}$/, 'a password is generated if there is none');
  t.match(await ann.signIn('wrong'), { status: 401, code: 'credentials_invalid' });
  const { status, headers, text } = await ann.signIn(PASSWORD);
  t.equal(status, 200, text);
  t.match(headers.getSetCookie()[0] ?? '', /; Path=\/; HttpOnly; SameSite=Lax$/);
  t.match((await console.ask('GET', '/api/v1/console/session')).data, {
    user: { email: EMAIL },
    business: { id: businessId, name: 'Demo' },
  });
  t.match(await console.ask('GET', `/api/v1/agents?${q}`), { status: 200 });
  t.match(await console.ask('GET', `/api/v1/agents?businessId=${UNKNOWN_ID}`), { code: 'business_mismatch' });
});

t.test('signing in again gives another token and ends the previous session of the browser', async (t) => {
  const planted = await ann.session();
  const before = await clientWith(planted);
  t.match(await before.ask('GET', '/api/v1/console/session'), { status: 200 });
  const wrong = { email: EMAIL, password: 'wrong' };
  t.match(await before.ask('POST', '/api/v1/console/session', wrong), { code: 'credentials_invalid' });
  t.match(await before.ask('GET', '/api/v1/console/session'), { status: 200 }, 'despite the wrong password');
  const again = await before.ask<{ csrfToken: string }>('POST', '/api/v1/console/session', {
    email: EMAIL,
    password: PASSWORD,
  });
  const cookie = again.headers.get('set-cookie')?.split(';')[0] ?? '';
  t.match(cookie, /^parley_session=[\w-]{43}$/);
  t.not(cookie, planted.cookie);
  t.match(await before.ask('GET', '/api/v1/console/session'), { status: 401, code: 'session_invalid' });
  const after = await clientWith({ cookie, 'x-csrf-token': again.data.csrfToken });
  t.match(await after.ask('GET', '/api/v1/console/session'), { status: 200 });
  t.match(await console.ask('GET', '/api/v1/console/session'), { status: 200 }, 'other sessions continue');
});

t.test('a key works at once, until it is revoked, and is no session', async (t) => {
  const body = { businessId, name: 'CRM', scopes: ['contacts:read'] };
  const { data: created } = await console.ask<{ key: { id: string }; apiKey: string }>(
    'POST',
    '/api/v1/console/keys',
    body,
  );
  const crm = await clientWith({ authorization: `Bearer ${created.apiKey}` });
  t.match(await crm.ask('GET', `/api/v1/contacts?${q}`), { status: 200 }, 'a key works at once');
  t.match(await crm.ask('GET', `/api/v1/agents?${q}`), { code: 'scope_missing' });
  t.match(await crm.ask('GET', `/api/v1/console/keys?${q}`), { code: 'session_required' });
  const keys = async () =>
    (
      await console.ask<{ keys: readonly { id: string; lastUsedAt: string | null }[] }>(
        'GET',
        `/api/v1/console/keys?${q}`,
      )
    ).data.keys.find(({ id }) => id === created.key.id);
  await until('the last use is shown', async () => (await keys())?.lastUsedAt !== null);
  t.match(await console.ask('DELETE', `/api/v1/console/keys/${created.key.id}?${q}`), { status: 200 });
  t.match(await crm.ask('GET', `/api/v1/contacts?${q}`), { status: 401 }, 'a revoked key is refused');
  t.match(await console.ask('DELETE', `/api/v1/console/keys/unknown?${q}`), { code: 'key_not_found' });
});

const agentOf = async (name: string, dataSourceIds: readonly string[], instructions: string) => {
  const profile = { businessId, channel: 'whatsapp', name, dataSourceIds, instructions };
  const { status, data, text } = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', profile);
  if (status !== 201) throw new Error(text);
  return data.agent.id;
};

interface TestMessage {
  readonly speaker: string;
  readonly text: string;
}

/** A conversation with an agent, with no other participants. */
const trial = async (agentId: string) => {
  const path = '/api/v1/console/agent-tests';
  const { testId } = (await console.ask<{ testId: string }>('POST', path, { businessId, agentId })).data;
  return {
    testId,
    /** Resolves with the latest message. */
    say: async (text: string): Promise<string | undefined> => {
      const body = { businessId, text };
      const { data } = await console.ask<{ messages: readonly TestMessage[] }>(
        'POST',
        `${path}/${testId}/messages`,
        body,
      );
      return data.messages.at(-1)?.text;
    },
    shown: async (): Promise<readonly TestMessage[]> =>
      (await console.ask<{ messages: readonly TestMessage[] }>('GET', `${path}/${testId}?${q}`)).data
        .messages,
  };
};

t.test('an agent that is tried out knows its source, and the latest messages are shown', async (t) => {
  const source = await create({
    class: 'unstructured',
    name: 'House rules',
    text: `${'The house has many rules about shoes and bicycles. '.repeat(400)}\n\nThe opening hours are from nine to five.`,
  });
  const instructions =
    'Help. When the customer says "opening hours", say "{passage}". Otherwise, say "I do not know.".';
  const { say, shown } = await trial(await agentOf('Porter', [source.data.dataSource.id], instructions));
  t.match(
    await say('What are your opening hours?'),
    /The opening hours are from nine to five\.$/,
    'it knows the source',
  );
  t.equal(await say('Do you sell milk?'), 'I do not know.');
  for (let round = 0; round < 40; round += 1) await say(`question ${round}`);
  const messages = await shown();
  t.equal(
    messages.filter(({ speaker }) => speaker === 'agent').length,
    40,
    'the latest 40 replies are shown',
  );
  t.equal(messages[0]?.text, 'question 0', 'with the messages that they answered');
  t.match(await console.ask('GET', `/api/v1/console/agent-tests/${UNKNOWN_ID}?${q}`), {
    code: 'agent_test_not_found',
  });
});

t.test('an agent knows the document that was activated last', async (t) => {
  const created = await create({ class: 'unstructured', name: 'Leaflets' });
  const { id: sourceId } = created.data.dataSource;
  t.match(created.data, { dataSource: { itemCount: 0 }, ingestion: null });
  const script = 'When the customer says "sell milk", say "{passage}". Otherwise, say "I do not know.".';
  const { say } = await trial(await agentOf('Grocer', [sourceId], script));
  const askForMilk = (): Promise<string | undefined> => say('Do you sell milk?');
  const milkPassage = (answer: string): string => `Do we sell milk? ${answer}`;

  const locked = await upload(sourceId, 'locked.pdf', pdfOf([pdfPage(['x'])], { encrypted: true }));
  t.match(await read(locked), { stage: 'failed', issues: [{ code: 'document_encrypted', row: null }] });
  t.match(await review(locked), { code: 'ingestion_closed' });

  const leaflet = pdf(['Milk and tea.', '', milkPassage('Yes, fresh milk.')]);
  const first = await upload(sourceId, 'leaflet.pdf', leaflet);
  t.match(await read(first), { stage: 'validated', versionStatus: 'validated', columns: [], issues: [] });
  t.equal(await askForMilk(), 'I do not know.', 'nothing changes before the activation');
  t.match(await review(first, { columns: [{ column: 'x' }] }), { code: 'validation_failed' });
  t.match((await review(first)).data.ingestion, { stage: 'active', versionStatus: 'active' });
  t.match(await askForMilk(), /Do we sell milk\? Yes, fresh milk\.$/);

  const second = await upload(sourceId, 'leaflet.docx', await docx(milkPassage('Sold out.')));
  await read(second);
  t.match((await review(second)).data.ingestion, { stage: 'active' });
  t.match(await askForMilk(), /Do we sell milk\? Sold out\.$/);
  t.match(await now(first), { versionStatus: 'superseded' });
  const text = milkPassage('Tomorrow.');
  t.match((await api.ask('PATCH', '/api/v1/data-sources', { businessId, sourceId, text })).data, {
    dataSource: { activeVersionId: null, itemCount: 1 },
  });
  t.match(await now(second), { versionStatus: 'superseded' });
  t.match(await askForMilk(), /Do we sell milk\? Tomorrow\.$/, 'a written text replaces a document');
});

t.test('sessions end on sign-out, on a password change, and when their user is disabled', async (t) => {
  const first = await clientWith(await ann.session());
  t.match(await first.ask('DELETE', '/api/v1/console/session'), { status: 200 });
  t.match(await first.ask('GET', `/api/v1/agents?${q}`), { status: 401, code: 'session_invalid' });
  const second = await clientWith(await ann.session());
  t.match(
    await second.ask('POST', '/api/v1/console/session/password', {
      current: 'wrong',
      next: 'another good one',
    }),
    { code: 'credentials_invalid' },
  );
  const third = await clientWith(await ann.session());
  const next = { current: PASSWORD, next: PASSWORD.toUpperCase() };
  t.match(await second.ask('POST', '/api/v1/console/session/password', next), { status: 200 });
  t.match(await third.ask('GET', '/api/v1/console/session'), { status: 401 }, 'every session has ended');
  await admin('user', 'password', '--email', EMAIL, '--password-file', file);
  const fourth = await clientWith(await ann.session());
  await t.rejects(admin('user', 'disable', '--email', EMAIL), /last_owner|no active owner/);
  await admin(
    ...['user', 'create', '--business', businessId, '--email', 'second@example.org', '--name', 'Second'],
    ...['--role', 'owner'],
  );
  await admin('user', 'disable', '--email', EMAIL);
  await until(
    'the session of a disabled user ends',
    async () => (await fourth.ask('GET', '/api/v1/console/session')).status === 401,
    20_000,
  );
  t.match(await ann.signIn(PASSWORD), { status: 401, code: 'credentials_invalid' });
  await admin('user', 'enable', '--email', EMAIL);
  for (let attempt = 0; attempt < 12; attempt += 1) await ann.signIn('wrong');
  t.match(await ann.signIn(PASSWORD), { status: 429, code: 'sign_in_limited' });
});
