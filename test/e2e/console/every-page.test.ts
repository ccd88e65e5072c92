/**
 * Every page with something on it. As its owner sees it, at three widths, light and dark: it fits, no words are cut off
 * or over each other, and axe finds nothing moderate or worse; also in German (wide, light) and Spanish (narrow, dark).
 * As a viewer sees it: nothing is offered that they may not do, and nothing that they do is refused. If
 * `PARLEY_ARTEFACTS` names a folder, screenshots are stored there.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { CONSOLE_PAGES } from '../../../schemas/accounts/console-pages.js';
import { refusalOf } from '../../../testkit/api/client.js';
import { until } from '../../../testkit/until.js';
import { openPage, type WatchedPage, withoutBrowser } from './browser.js';
import { type Examples, furnish, type Pattern } from './busy-day.js';
import { illegible } from './illegible.js';
import { openPlace, type Place } from './place.js';

t.setTimeout(1_200_000);

const ARTEFACTS = process.env.PARLEY_ARTEFACTS;
const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'medium', width: 1024, height: 768 },
  { name: 'narrow', width: 390, height: 844 },
] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Other languages, each in a view of its own: longer words are cut off at any width. */
const TRANSLATED = [
  { language: 'de', name: 'wide', width: 1440, height: 900, colorScheme: 'light' },
  { language: 'es', name: 'narrow', width: 390, height: 844, colorScheme: 'dark' },
] as const;

/** Pages of people who are not signed in. */
const ALONE: readonly Pattern[] = ['/sign-in', '/setup', '/join', '/reset'];
/** The call is up for a while only. */
const LIVE: readonly Pattern[] = ['/live/{id}', '/live'];
const PAGES: readonly Pattern[] = ['/', ...CONSOLE_PAGES];
const OTHERS = PAGES.filter((pattern) => !ALONE.includes(pattern) && !LIVE.includes(pattern));

const addressOf = ({ service }: Place, pattern: Pattern, examples: Examples = {}): string =>
  `${service.url}${pattern.replace('{id}', examples[pattern] ?? '')}`;

const visit = async ({ page, loaded }: WatchedPage, address: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await loaded();
};

const shoot = async (page: Page, pattern: Pattern, view: string): Promise<void> => {
  if (ARTEFACTS === undefined) return;
  const name = pattern
    .slice(1)
    .replaceAll(/[/{}]+/g, '-')
    .replace(/-$/, '')
    .replace(/^$/, 'home');
  await page.screenshot({ path: join(ARTEFACTS, `${name}-${view}.png`) });
};

/** The page fits and is accessible, in all its views. */
const inspect = async (t: Test, { page, serious }: WatchedPage, pattern: Pattern): Promise<void> => {
  for (const { name: size, width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await shoot(page, pattern, `${size}-${colorScheme}`);
      // A colour scheme changes colours alone.
      t.same(await serious(colorScheme === 'dark' ? 'contrast' : undefined), [], `${size} ${colorScheme}`);
    }
    const overflow: unknown = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    t.ok(typeof overflow === 'number' && overflow <= 0, `fits ${width} px: ${overflow} beyond`);
    t.same(await illegible(page), [], `all words can be read at ${width} px`);
  }
  await page.setViewportSize({ width: SIZES[0].width, height: SIZES[0].height });
};

/** The page fits and can be read in the other languages. It is in English before and after. */
const inspectTranslated = async (
  t: Test,
  watched: WatchedPage,
  address: string,
  pattern: Pattern,
): Promise<void> => {
  const { page } = watched;
  for (const { language, name, width, height, colorScheme } of TRANSLATED) {
    await page.evaluate(`localStorage.setItem('parley.language', '${language}')`);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await visit(watched, address);
    t.equal(await page.locator('html').getAttribute('lang'), language);
    await shoot(page, pattern, `${name}-${colorScheme}-${language}`);
    const overflow: unknown = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    t.ok(typeof overflow === 'number' && overflow <= 0, `fits in ${language}: ${overflow} beyond`);
    t.same(await illegible(page), [], `all words can be read in ${language}`);
  }
  await page.evaluate(`localStorage.removeItem('parley.language')`);
  await page.setViewportSize({ width: SIZES[0].width, height: SIZES[0].height });
};

/** Buttons and links that change nothing in the business: all that a viewer has. */
const LOOKING = [
  // The order and the columns of a table.
  /^(Name|Last contact|Created)( [↑↓])?$|^Columns$/,
  /^(Follow|Alarms|Most urgent first|By state|Open the most urgent|Cards|Rows|(All|Talking|Ringing|Waiting) \d+|Listen)$/,
  /^(Timing|Tools|Events|Bill|Carrier|Facts|Share|Copy|Copy as curl|Download.*|Play( from .*)?|Speed.*|Transcript.*)$/,
  /^(Prompt|Voice & model|Knowledge|Calls|Outcomes|Compare|More actions)$/,
  /^(Versions|Simulations|Back to the agent|All simulations of the agent|Categories|Export (?:all as )?CSV|OpenAPI document|Deliveries|Dead letters|Verify|More)$/,
  /^(\+ Filter|Columns|Remove filter .*|[\w ]+: .*|Export (all|these) as CSV)$/,
  // The period of figures, and what they are compared by.
  /^(Today|7 days|30 days|Custom|Agent|Version of agents|Campaign|Outcome|End reason)$/,
  // The viewer's own password.
  /^Change and sign out$/,
];

/** The part of an element that is used here; the tests do not know the types of a page. */
interface Control {
  getAttribute(name: string): string | null;
  readonly textContent: string | null;
}

/** Names of the buttons and links other than those of {@link LOOKING}. */
const offered = async ({ page }: WatchedPage): Promise<readonly string[]> => {
  const names = await page
    .locator('main button:enabled:visible, main a.main:visible, main a.plain:visible')
    .evaluateAll((controls: readonly Control[]) =>
      controls.map((control) => (control.getAttribute('aria-label') ?? control.textContent ?? '').trim()),
    );
  return names.filter((name) => !LOOKING.some((looking) => looking.test(name)));
};

/** Another person of the business, who has signed in. */
const signInAsViewer = async (t: Test, { admin, businessId, service }: Place): Promise<WatchedPage> => {
  const email = 'vera@example.org';
  const { password } = await admin(
    ...['user', 'create', '--business', businessId, '--email', email, '--name', 'Vera Vale'],
    ...['--role', 'viewer'],
  );
  const viewer = await openPage(t);
  const { page } = viewer;
  await page.goto(`${service.url}/calls`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(String(password));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Account of Vera Vale' }).waitFor();
  return viewer;
};

t.test(
  'every page fits, is accessible, and offers what a role permits',
  { skip: withoutBrowser },
  async (t) => {
    if (ARTEFACTS !== undefined) await mkdir(ARTEFACTS, { recursive: true });
    const place = await openPlace(t);
    for (const pattern of ALONE)
      await t.test(pattern, async (t) => {
        const address = addressOf(place, pattern);
        await visit(place, address);
        await inspect(t, place, pattern);
        await inspectTranslated(t, place, address, pattern);
      });
    await place.signIn('/calls');
    const viewer = await signInAsViewer(t, place);
    const refused: string[] = [];
    const changed: string[] = [];
    viewer.page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    viewer.page.on('request', (request) => {
      if (request.method() !== 'GET') changed.push(`${request.method()} ${request.url()}`);
    });
    const nothingOffered = async (t: Test): Promise<void> => {
      t.same(await offered(viewer), [], 'nothing is offered to a viewer');
      t.same(await viewer.page.getByRole('alert').allTextContents(), [], 'nothing is refused');
    };
    const examples = await furnish(place);
    const ofOwner: string[] = [];
    for (const pattern of [...LIVE, ...OTHERS])
      await t.test(pattern, async (t) => {
        if (pattern.includes('{')) t.ok(examples[pattern], 'there is something to show');
        const address = addressOf(place, pattern, examples);
        // The viewer first: what the owner opens is read.
        await visit(viewer, address);
        await nothingOffered(t);
        await visit(place, address);
        t.ok(
          await place.page.getByRole('navigation', { name: 'Pages', exact: true }).isVisible(),
          'the user is signed in',
        );
        if ((await offered(place)).length > 0) ofOwner.push(pattern);
        await inspect(t, place, pattern);
        await inspectTranslated(t, place, address, pattern);
      });
    const ofItems = ofOwner.filter(
      (pattern) => pattern.includes('{id}') && pattern !== '/conversations/{id}',
    );
    t.equal(ofItems.length, 10, `an owner is offered more: ${ofItems.join(' ')}`);

    await t.test('/live once no call is up', async (t) => {
      const callId = examples['/live/{id}'] ?? '';
      // It may have ended already.
      await refusalOf(place.api.cancel(callId));
      await until(
        'the simulated call has ended',
        async () => (await place.api.call(callId)).call.endedAt !== null,
        60_000,
      );
      await visit(viewer, `${place.service.url}/live`);
      await viewer.page.getByRole('heading', { name: 'No calls right now' }).waitFor();
      await nothingOffered(t);
    });
    t.same(refused, [], 'no request of the viewer needs another role');
    t.same(changed, [], 'visiting changes nothing, not even what is unread');
    t.same([...place.faults, ...viewer.faults], []);
  },
);
