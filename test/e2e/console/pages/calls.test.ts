/**
 * The list of calls with 5,000 of them: it renders what is visible, keeps its columns beside an open call, and is walked
 * through by keys while recordings play. Filters, searches, views and columns are in the address or remembered.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import t, { type Test } from 'tap';
import type { VoiceCallDiagnostics } from '../../../../schemas/calls/diagnostics.js';
import type { CallFacets } from '../../../../schemas/calls/facets.js';
import type { VoiceCallSummary } from '../../../../schemas/calls/voice-call.js';
import { until } from '../../../../testkit/until.js';
import { withoutBrowser } from '../browser.js';
import { generatedRecording } from '../generated-recording.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const CALLS = 5_000;
const PAGE_ROWS = 200;
const ARTEFACTS = process.env.PARLEY_ARTEFACTS;

const idOf = (index: number): string => `7b0f3c86-3a53-4d4c-9a42-${String(index).padStart(12, '0')}`;

const callAt = (index: number): VoiceCallSummary => ({
  id: idOf(index),
  status: index % 7 === 3 ? 'busy' : 'completed',
  agentName: 'Ann of Bella Vista',
  agentVersion: 2,
  campaignName: null,
  contactId: null,
  contactName: `Guest ${index}`,
  sourceName: null,
  callData: {},
  calleeNumber: '+14155550100',
  durationSeconds: 9,
  startedAt: '2026-03-02T10:00:01.000Z',
  endedAt: '2026-03-02T10:00:10.000Z',
  recordingAvailable: true,
  transcriptAvailable: true,
  createdAt: '2026-03-02T10:00:00.000Z',
  chargedMicrocredits: 10_000,
  endedBy: 'customer',
  endReason: 'customer_hangup',
  disclosure: { status: 'none', heardAtMs: null, proof: null },
  outcome: { status: 'completed', success: index % 2 === 0, sentiment: 'neutral', requests: [] },
  tags: index === 0 ? ['vip'] : [],
  slowestAnswer: { ms: 900 + (index % 5) * 400, atMs: 3_000 },
  waveform: {
    customer: '00099995100000000299999940000000',
    agent: '99960000039999999400000007999990',
  },
  score: null,
});

const DIAGNOSTICS: VoiceCallDiagnostics = {
  attempts: [],
  timeline: [],
  notes: [],
  toolUses: [],
  turns: [],
  testVariables: [],
};

const NO_VALUES: CallFacets['facets']['status'] = [];
const FACETS: CallFacets = {
  calls: CALLS,
  examined: CALLS,
  complete: true,
  facets: {
    status: [
      { value: 'completed', name: null, calls: 4_286 },
      { value: 'busy', name: null, calls: 714 },
    ],
    agentId: [{ value: idOf(9), name: 'Ann of Bella Vista', calls: CALLS }],
    agentVersion: NO_VALUES,
    campaignId: NO_VALUES,
    analysis: NO_VALUES,
    success: NO_VALUES,
    sentiment: NO_VALUES,
    request: NO_VALUES,
    endedBy: NO_VALUES,
    endReason: NO_VALUES,
    slow: NO_VALUES,
    interrupted: NO_VALUES,
    toolFailed: NO_VALUES,
    reviewed: NO_VALUES,
    tag: NO_VALUES,
  },
};

const answer = (route: Route, data: object): Promise<void> =>
  route.fulfill({ json: { ok: true, requestId: idOf(1), data } });

/** The page reads these calls instead of those of the business. Resolves with the addresses of lists that it has read. */
const mockCalls = async ({ page }: Place): Promise<readonly URL[]> => {
  const read: URL[] = [];
  const sound = generatedRecording();
  await page.route('**/recordings/**', (route) =>
    route.fulfill({ body: sound, contentType: 'audio/wav', headers: { 'accept-ranges': 'bytes' } }),
  );
  await page.route(/\/api\/v1\/voice\/calls\?/, (route) => {
    const url = new URL(route.request().url());
    read.push(url);
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const status = url.searchParams.get('status');
    const to = Math.min(CALLS, from + PAGE_ROWS);
    const calls = Array.from({ length: to - from }, (_, row) => callAt(from + row));
    return answer(route, {
      calls: status === null ? calls : calls.filter((call) => call.status === status),
      nextCursor: to < CALLS ? String(to) : null,
    });
  });
  await page.route(/\/api\/v1\/voice\/calls\/facets\?/, (route) => answer(route, FACETS));
  await page.route(/\/api\/v1\/voice\/calls\/search\?/, (route) => {
    read.push(new URL(route.request().url()));
    const text = '… I would like a refund for my order …';
    const snippet = { turn: 2, speaker: 'customer', atMs: 3_000, text, matches: [{ start: 17, end: 23 }] };
    return answer(route, { results: [{ call: callAt(40), snippets: [snippet] }], nextCursor: null });
  });
  await page.route(/\/api\/v1\/voice\/calls\/[0-9a-f-]{36}\?/, (route) => {
    const { pathname, origin } = new URL(route.request().url());
    const index = Number(pathname.slice(-12));
    return answer(route, {
      call: callAt(index),
      transcript: [
        {
          speaker: 'customer',
          text: 'I would like a refund for my order',
          createdAt: '2026-03-02T10:00:04.000Z',
          audioOffsetMs: 3_000,
          audioEndOffsetMs: 5_000,
        },
      ],
      recordingUrl: `${origin}/recordings/${index}`,
      diagnostics: DIAGNOSTICS,
      analysis: null,
    });
  });
  return read;
};

const rowCount = ({ page }: Place): Promise<string | null> =>
  page.getByRole('table').getAttribute('aria-rowcount');

const many = async (t: Test, place: Place): Promise<void> => {
  const { page, serious } = place;
  await page.getByRole('link', { name: 'Guest 0', exact: true }).waitFor();
  t.same(await serious(), [], 'the list');
  const list = page.getByRole('region', { name: 'Calls' }).last();
  const width = Number((await list.boundingBox())?.width);
  const table = Number((await page.getByRole('table').boundingBox())?.width);
  t.ok(table <= width, `the usual columns need ${table} of ${width} px`);
  await until(
    'all calls are loaded',
    async () => {
      await list.evaluate(scrollToEnd);
      return (await rowCount(place)) === String(CALLS + 1);
    },
    90_000,
  );
  await page.getByRole('link', { name: `Guest ${CALLS - 1}`, exact: true }).waitFor();
  const nodes = Number(await page.evaluate("document.querySelectorAll('*').length"));
  t.ok(nodes < 1_500, `${nodes} nodes with ${CALLS} rows`);
  const ms = Number(
    await page.evaluate(`(async () => {
      const row = [...document.querySelectorAll('tr[aria-rowindex]')].at(-2);
      const began = performance.now();
      row.click();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return performance.now() - began;
    })()`),
  );
  t.comment(`a click takes ${Math.round(ms)} ms`);
  t.ok(ms < 1_000, 'opening a call does not draw 5,000 rows again');
  t.match(page.url(), /[?&]call=/, 'the address has the open call');
};

interface Scrolled {
  scrollTo(x: number, y: number): void;
  readonly scrollHeight: number;
}
const scrollToEnd = (list: Scrolled): void => list.scrollTo(0, list.scrollHeight);

const headers = ({ page }: Place): Promise<readonly string[]> =>
  page.getByRole('table').first().getByRole('columnheader').allTextContents();

const shoot = async ({ page }: Place, name: string): Promise<void> => {
  if (ARTEFACTS === undefined) return;
  await mkdir(ARTEFACTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(ARTEFACTS, `calls-${name}-${colorScheme}.png`) });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: join(ARTEFACTS, `calls-${name}-390.png`) });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};

/** Resolves once the recording plays at that second or later. */
const playing = async ({ page }: Place, second: number): Promise<void> => {
  const isPlaying = `(() => { const audio = document.querySelector('audio'); return audio !== null && !audio.paused && audio.currentTime >= ${second}; })()`;
  await until('the recording plays', async () => (await page.evaluate(isPlaying)) === true, 30_000);
};

const beside = async (t: Test, place: Place): Promise<void> => {
  const { page, service, serious } = place;
  await page.goto(`${service.url}/calls`);
  await page.getByRole('link', { name: 'Guest 0', exact: true }).waitFor();
  const before = await headers(place);
  await page.getByRole('link', { name: 'Guest 2', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Open call' });
  await panel.getByRole('region', { name: 'Recording' }).waitFor();
  t.same(await headers(place), before, 'the list keeps its columns');
  t.equal((await panel.boundingBox())?.width, 560);
  t.same(await serious(), [], 'a call beside the list');
  await shoot(place, 'panel');
  await page.keyboard.press('j');
  await panel.getByRole('article', { name: 'Guest 3' }).waitFor();
  await playing(place, 0);
  await page.keyboard.press('k');
  await panel.getByRole('article', { name: 'Guest 2' }).waitFor();
  await playing(place, 0);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  t.match(page.url(), /\/calls$/);
  await page.getByRole('cell', { name: 'Guest 4', exact: true }).dblclick();
  await page.waitForURL(`**/calls/${idOf(4)}`);
  await page.getByRole('heading', { name: 'Guest 4', level: 1 }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/calls$/);
  await page.getByRole('link', { name: 'Guest 5', exact: true }).press('Enter');
  await page.waitForURL(`**/calls/${idOf(5)}`);
  await page.getByRole('heading', { name: 'Guest 5', level: 1 }).waitFor();
  await shoot(place, 'page');
};

const filtering = async (t: Test, place: Place, read: readonly URL[]): Promise<void> => {
  const { page, service, serious } = place;
  await page.goto(`${service.url}/calls`);
  await page.getByLabel('Period').selectOption('Last 7 days');
  await page.waitForURL(/period=7d/);
  await until('the list has a beginning', () => read.at(-1)?.searchParams.has('from') === true, 30_000);
  await page.getByRole('button', { name: '+ Filter' }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'Slow answer' }).waitFor();
  t.same(await serious(), [], 'the filters');
  await filter.getByRole('button', { name: 'Status' }).click();
  await filter.getByRole('button', { name: 'Busy 714' }).click();
  await page.waitForURL(/status=busy/);
  await page.getByRole('link', { name: 'Guest 3', exact: true }).waitFor();
  t.equal(await page.getByRole('link', { name: 'Guest 4', exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Status: Busy' }).click();
  await page.getByRole('dialog', { name: 'Status' }).getByRole('button', { name: 'Completed 4,286' }).click();
  await page.getByRole('link', { name: 'Guest 4', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove filter Status' }).click();
  await page.waitForURL((url) => !url.searchParams.has('status'));
  await page.getByLabel('Period').selectOption('Any time');
};

const searching = async (t: Test, place: Place, read: readonly URL[]): Promise<void> => {
  const { page, serious } = place;
  await page.getByLabel('Search what was said').fill('refund');
  await page.locator('mark', { hasText: 'refund' }).waitFor();
  t.match(page.url(), /text=refund/);
  t.equal(read.at(-1)?.searchParams.get('text'), 'refund');
  t.same(await serious(), [], 'what was found');
  await shoot(place, 'found');
  await page.getByRole('button', { name: /refund for my order/ }).click();
  await playing(place, 3);
  await page.keyboard.press('Escape');
};

const views = async (t: Test, place: Place): Promise<void> => {
  const { page, serious } = place;
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('Refunds');
  t.same(await serious(), [], 'saving a view');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const tabs = page.getByRole('navigation', { name: 'Saved views' });
  await tabs.getByRole('link', { name: 'Refunds' }).and(page.locator('[aria-current]')).waitFor();
  const address = page.url();
  await tabs.getByRole('link', { name: 'All' }).click();
  await page.getByRole('link', { name: 'Guest 0', exact: true }).waitFor();
  await page.goto(address);
  await page.locator('mark', { hasText: 'refund' }).waitFor();
  t.equal(await page.getByLabel('Search what was said').inputValue(), 'refund', 'the address opens the view');
  await page.getByRole('button', { name: 'Remove view' }).click();
  await tabs.waitFor({ state: 'detached' });
  await page.waitForURL(/\/calls$/);
};

const columns = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  await page.getByRole('button', { name: 'Columns' }).click();
  const choice = page.getByRole('dialog', { name: 'Columns' });
  await choice.getByLabel('Campaign').check();
  await choice.getByLabel('Credits').uncheck();
  await page.keyboard.press('Escape');
  const file = await page.getByRole('link', { name: 'Export all as CSV' }).getAttribute('href');
  t.match(
    decodeURIComponent(file ?? ''),
    /columns=id,contact,createdAt,status,success,sentiment,requests,agent,agentVersion,campaign,durationSeconds,slowestAnswerMs,tags$/,
    'the file has the same columns',
  );
  const expected = [
    '',
    'Contact',
    'When',
    'Status',
    'Outcome',
    'Agent',
    'Campaign',
    'Duration',
    'Speech',
    'Slowest',
    'Tags',
  ];
  t.same(await headers(place), expected);
  await page.reload();
  await page.getByRole('link', { name: 'Guest 0', exact: true }).waitFor();
  t.same(await headers(place), expected, 'remembered');
};

const bulk = async (t: Test, place: Place): Promise<void> => {
  const { page, serious } = place;
  const bodies: unknown[] = [];
  await page.route('**/api/v1/voice/calls/reviews', (route) => {
    bodies.push(route.request().postDataJSON());
    return answer(route, { changed: [], failures: [] });
  });
  for (const name of ['Guest 1', 'Guest 6'])
    await page.getByLabel(`Select call with ${name}`, { exact: true }).check();
  const bar = page.getByRole('form', { name: 'Selected calls' });
  await bar.getByText('2 calls selected').waitFor();
  await bar.getByLabel('Tag', { exact: true }).fill('checked');
  t.same(await serious(), [], 'the selection');
  await shoot(place, 'selection');
  await bar.getByRole('button', { name: 'Add tag' }).click();
  await bar.getByText('2 changed.').waitFor();
  t.match(bodies, [{ callIds: [idOf(1), idOf(6)], addTags: ['checked'] }]);
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await bar.waitFor({ state: 'detached' });
};

t.test('the list of calls', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const read = await mockCalls(place);
  await place.signIn('/calls');
  await t.test('renders the visible rows of 5,000', (t) => many(t, place));
  await t.test('keeps its columns beside a call, and is walked through by keys', (t) => beside(t, place));
  await t.test('has its filters in its address', (t) => filtering(t, place, read));
  await t.test('finds what was said, and plays it', (t) => searching(t, place, read));
  await t.test('keeps views, each with an address', (t) => views(t, place));
  await t.test('remembers the chosen columns', (t) => columns(t, place));
  await t.test('changes the selected calls at once', (t) => bulk(t, place));
  await place.page.unrouteAll({ behavior: 'wait' });
  t.same(place.faults, [], 'no script error and no policy violation');
});
