/** How long clicks take: from the press to the frame that shows the result, requests to the service included. */
import type { Browser, Page } from 'playwright-core';
import type { Prepared } from './prepared.js';

/** ms, one for each click. */
export type Times = readonly number[];

/** Expressions that run in the page; `before` is what `state` was before the click. */
interface Click {
  readonly target: string;
  readonly state: string;
  readonly isDone: string;
}

const GIVE_UP_MS = 20_000;

/** The result counts once it was painted: after the frame in which it is there. */
const timed = async (page: Page, { target, state, isDone }: Click): Promise<number> =>
  Number(
    await page.evaluate(`(async () => {
      const frame = () => new Promise((next) => requestAnimationFrame(next));
      const element = ${target};
      const before = ${state};
      const began = performance.now();
      element.click();
      while (!(${isDone})) {
        await frame();
        if (performance.now() - began > ${GIVE_UP_MS}) throw new Error('the click has no result');
      }
      await frame();
      await new Promise((done) => setTimeout(done));
      return performance.now() - began;
    })()`),
  );

const repeat = async (rounds: number, work: (round: number) => Promise<number>): Promise<Times> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await work(round));
  return times;
};

const ROWS = "[...document.querySelectorAll('tbody tr[aria-rowindex]')]";
/** The names of the visible rows. */
const NAMES = `${ROWS}.slice(0, 12).map((row) => row.querySelector('a')?.textContent ?? '').join()`;
const IS_OTHER = `${ROWS}.length > 0 && ${NAMES} !== before`;

const openCall = (page: Page, rounds: number): Promise<Times> =>
  repeat(rounds, (round) =>
    timed(page, {
      target: `${ROWS}[${1 + (round % 10)}]`,
      state: 'element.querySelector("a").textContent',
      isDone: `document.querySelector('aside article')?.getAttribute('aria-label') === before`,
    }),
  );

/** Each of them is requested for the first time. */
const FILTERS = [
  ['Status', 'No answer'],
  ['Status', 'Completed'],
  ['Success', 'Yes'],
  ['Success', 'No'],
  ['Sentiment', 'Neutral'],
  ['Sentiment', 'Negative'],
  ['Slow answer', 'Yes'],
  ['Ended by', 'Agent'],
  ['Ended by', 'Customer'],
] as const;

const filterCalls = async (page: Page): Promise<Times> => {
  const times: number[] = [];
  for (const [facet, value] of FILTERS) {
    await page.getByRole('button', { name: '+ Filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    await dialog.getByRole('button', { name: facet, exact: true }).click();
    await dialog.getByRole('button', { name: new RegExp(`^${value}.*\\d`) }).waitFor();
    const option = `[...document.querySelectorAll('[role="dialog"] button')].find(({ textContent }) => textContent.startsWith('${value}'))`;
    times.push(await timed(page, { target: option, state: NAMES, isDone: IS_OTHER }));
    await page.getByRole('button', { name: `Remove filter ${facet}` }).click();
    await page.locator('tbody tr[aria-rowindex]').nth(12).waitFor();
  }
  return times;
};

const openContact = (page: Page, rounds: number): Promise<Times> =>
  repeat(rounds, (round) =>
    timed(page, {
      target: `${ROWS}[${1 + (round % 10)}].querySelector('a')`,
      state: 'element.textContent',
      isDone: `document.querySelector('article')?.getAttribute('aria-label') === before`,
    }),
  );

const sortContacts = (page: Page, rounds: number): Promise<Times> =>
  repeat(rounds, (round) =>
    timed(page, {
      target: `[...document.querySelectorAll('th button')][${round % 2}]`,
      state: NAMES,
      isDone: IS_OTHER,
    }),
  );

/** A page without a library that requests a call and writes its words: what a click costs at least. */
const CONTROL = `<!doctype html><title>control</title><main></main><button>Open</button><script>
  document.querySelector('button').onclick = async () => {
    const answer = await fetch('/api/v1/console/session');
    document.querySelector('main').textContent = performance.now() + JSON.stringify(await answer.json());
  };
</script>`;

/** Opens a page that has nothing of the console, at the address of the service. */
export const openControl = async (
  { open, service }: Prepared,
  browser: Browser,
  html: string,
): Promise<Page> => {
  const page = await open(browser, '/');
  const address = `${service.url}/control`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(address);
  return page;
};

/** All clicks, by what they do; `control` is the last. */
export const measureClicks = async (
  prepared: Prepared,
  browser: Browser,
  rounds: number,
): Promise<ReadonlyMap<string, Times>> => {
  const found = new Map<string, Times>();
  const calls = await prepared.open(browser, '/calls');
  await calls.locator('tbody tr[aria-rowindex]').nth(12).waitFor();
  found.set('open a call', await openCall(calls, rounds));
  await calls.keyboard.press('Escape');
  found.set('filter calls', await filterCalls(calls));
  await calls.context().close();
  const contacts = await prepared.open(browser, '/contacts');
  await contacts.locator('tbody tr[aria-rowindex]').nth(12).waitFor();
  found.set('sort contacts', await sortContacts(contacts, rounds));
  found.set('open a contact', await openContact(contacts, rounds));
  await contacts.context().close();
  const control = await openControl(prepared, browser, CONTROL);
  const writes = { target: "document.querySelector('button')", state: 'document.body.textContent' };
  const isDone = 'document.body.textContent !== before';
  found.set(
    'control: a request and a text',
    await repeat(rounds, () => timed(control, { ...writes, isDone })),
  );
  await control.context().close();
  return found;
};
