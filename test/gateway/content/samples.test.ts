/** Samples behind signed links: for audio elements, without a key, and for a limited time. */
import t from 'tap';
import { createRecordingLinks } from '../../../gateway/content/recording-links.js';
import { csrfTokenOf } from '../../../operations/accounts/sessions.js';
import { SESSION_TOKEN } from '../fakes/console.js';
import { AGENT_TEST, BUSINESS, CALL } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';

const HOUR_MS = 60 * 60_000;

interface Listed {
  readonly voices: readonly { readonly id: string; readonly sampleUrl: string }[];
  readonly noises: readonly { readonly key: string; readonly sampleUrl: string }[];
}

/** Requests the address of a text that was said in a test. */
const speak = (url: string, test: string, body: object) =>
  fetch(`${url}/api/v1/console/agent-tests/${test}/speech`, {
    method: 'POST',
    headers: {
      cookie: `parley_session=${SESSION_TOKEN}`,
      'x-csrf-token': csrfTokenOf(SESSION_TOKEN),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ businessId: BUSINESS, ...body }),
  });

t.test('samples of voices and noises', async (t) => {
  let clock = Date.UTC(2026, 0, 31, 9, 59, 59);
  const under = await startGateway(t, { now: () => clock });
  const list = async (query = ''): Promise<Listed> => {
    const response = await fetch(`${under.url}/api/v1/voices?businessId=${BUSINESS}${query}`, {
      headers: { authorization: `Bearer ${under.apiKey}` },
    });
    const { data }: { data: Listed } = JSON.parse(await response.text());
    return data;
  };
  const get = async (url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
    const response = await fetch(url, { headers, method });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const codeOf = async (url: string): Promise<string> => {
    const { status, text } = await get(url);
    const { error }: { error: { code: string } } = JSON.parse(text);
    return `${status} ${error.code}`;
  };
  const { voices, noises } = await list();
  const voiceUrl = voices[0]?.sampleUrl ?? '';

  await t.test('a link plays without a key, as a whole and in parts', async (t) => {
    const whole = await get(voiceUrl);
    t.match(whole, { status: 200, text: 'voice v1' });
    t.equal(whole.headers.get('content-type'), 'audio/wav');
    t.equal(whole.headers.get('accept-ranges'), 'bytes');
    t.match(await get(voiceUrl, { range: 'bytes=0-1' }), { status: 206, text: 'vo' });
    t.match(await get(voiceUrl, { range: 'bytes=6-' }), { status: 206, text: 'v1' });
    t.match(await get(voiceUrl, { range: 'bytes=99-' }), { status: 416 });
    const head = await get(voiceUrl, {}, 'HEAD');
    t.match(head, { status: 200, text: '' });
    t.equal(head.headers.get('content-length'), '8');
    t.same(
      noises.map(({ key }) => key),
      ['office', 'cafe', 'street'],
    );
    for (const { key, sampleUrl } of noises) t.match(await get(sampleUrl), { text: `noise ${key}` });
  });

  await t.test('a link stays the same for a while, and is valid for at least an hour', async (t) => {
    clock = Date.UTC(2026, 0, 31, 9, 0, 1);
    t.equal((await list()).voices[0]?.sampleUrl, voiceUrl, 'the same throughout an hour');
    clock = Date.UTC(2026, 0, 31, 9, 59, 59) + HOUR_MS;
    t.equal((await get(voiceUrl)).status, 200);
    clock += 2_000;
    t.equal(await codeOf(voiceUrl), '403 link_expired');
    t.not((await list()).voices[0]?.sampleUrl, voiceUrl);
  });

  await t.test('forged links are refused', async (t) => {
    const good = (await list()).voices[0]?.sampleUrl ?? '';
    t.equal(await codeOf(`${good}x`), '403 signature_invalid');
    t.equal(await codeOf(`${under.url}/samples/x`), '403 signature_invalid');
    const links = createRecordingLinks(
      'secret-of-a-test',
      () => under.url,
      () => clock,
    );
    const { recordingUrl } = links.sign(BUSINESS, CALL);
    const swapped = recordingUrl.replace('/recordings/', '/samples/');
    t.equal(await codeOf(swapped), '403 signature_invalid', 'a link to a recording is not one to a sample');
    t.equal(
      await codeOf(good.replace('/samples/', '/recordings/')),
      '403 signature_invalid',
      'nor the other way round',
    );
  });

  await t.test('what an agent said in a test is spoken in a voice of its language', async (t) => {
    const response = await speak(under.url, AGENT_TEST, {
      text: 'Grüße. Yes?',
      language: 'en-GB',
      voiceId: 'gone',
    });
    const { data }: { data: { voiceId: string; voiceName: string; audioUrl: string } } = JSON.parse(
      await response.text(),
    );
    t.match(data, { voiceId: 'v1', voiceName: 'One' });
    t.match(await get(data.audioUrl), { status: 200, text: 'voice v1 en-GB Grüße. Yes?' });
    const missing = await speak(under.url, BUSINESS, { text: 'Yes.', language: 'en-GB' });
    t.equal(missing.status, 404);
    t.match(await missing.text(), /agent_test_not_found/);
  });

  await t.test('a language selects the voices that speak it', async (t) => {
    t.equal((await list('&language=en')).voices.length, 1);
    t.equal((await list('&language=en-GB')).voices.length, 1);
    const response = await get(`${under.url}/api/v1/voices?businessId=${BUSINESS}&language=en-US`, {
      authorization: `Bearer ${under.apiKey}`,
    });
    t.equal(response.status, 400);
    t.match(response.text, /must be one of \\"en\\", \\"en-GB\\"/, 'the languages that there are');
  });
});
