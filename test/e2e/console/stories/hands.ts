/**
 * A person with a keyboard and without a pointer, in any browser: they tab to what they want, type and press keys, and read the page. A
 * driver moves the browser; everything that a person knows of the page is in what has the focus and in its text.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Page as FirefoxPage } from 'puppeteer-core';
import { until } from '../../../../testkit/until.js';

type Key = 'Tab' | 'Enter' | 'Escape' | 'Space' | 'ArrowDown' | 'ArrowRight' | 'Home' | 'a' | 'k' | 's';
type Modifier = 'Control' | 'Shift';

/** What the stories need of a browser. */
interface Driver {
  goto(url: string): Promise<void>;
  press(key: Key, modifier?: Modifier): Promise<void>;
  type(text: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Chooses a file in the dialog that the focused field opens. */
  attach(path: string): Promise<void>;
  picture(path: string): Promise<void>;
  /** Returns from the browser's own controls, which the Tab key reaches after the page, to the page. */
  reenter(): Promise<void>;
}

export const chromiumDriver = (page: Page): Driver => ({
  goto: async (url) => void (await page.goto(url)),
  press: (key, modifier) => page.keyboard.press(modifier === undefined ? key : `${modifier}+${key}`),
  type: (text) => page.keyboard.type(text),
  evaluate: (expression) => page.evaluate(expression),
  attach: async (path) => {
    const chosen = page.waitForEvent('filechooser');
    // Only after this answer does the browser know that the dialog is waited for.
    await page.evaluate('null');
    await page.keyboard.press('Enter');
    await (await chosen).setFiles(path);
  },
  picture: async (path) => void (await page.screenshot({ path })),
  // Without a window it has no controls, and begins again at once.
  reenter: async () => undefined,
});

/** The dialog of Firefox in which a file is chosen is no part of the page: the field gets the file directly. */
export const firefoxDriver = (page: FirefoxPage): Driver => ({
  goto: async (url) => void (await page.goto(url)),
  press: async (key, modifier) => {
    if (modifier !== undefined) await page.keyboard.down(modifier);
    await page.keyboard.press(key === 'Space' ? ' ' : key);
    if (modifier !== undefined) await page.keyboard.up(modifier);
  },
  type: (text) => page.keyboard.type(text),
  evaluate: (expression) => page.evaluate(expression),
  attach: async (path) => {
    const field = await page.$('input[type="file"]:focus');
    if (field === null) throw new Error('no field for a file has the focus');
    await (await field.toElement('input')).uploadFile(path);
  },
  picture: async (path) => writeFile(path, await page.screenshot()),
  // WebDriver has no keys for the toolbar: they all reach the page, which moves its own focus but presses no buttons while the
  // toolbar has that of the window.
  reenter: () => page.evaluate('window.focus()').then(() => undefined),
});

/** What has the focus, as assistive technology names it, roughly. */
interface Focused {
  readonly name: string;
  readonly role: string;
  /** Names of the tabs beside a tab. */
  readonly tabs: readonly string[];
  /** The chosen option of a select. */
  readonly option: string | null;
}

const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body || !document.hasFocus()) return null;
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const textOf = (node) => clean(node?.innerText ?? node?.textContent);
  const labelledBy = element.getAttribute('aria-labelledby');
  const isField = ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName);
  const named = () => {
    if (labelledBy !== null) return labelledBy.split(' ').map((id) => textOf(document.getElementById(id))).join(' ');
    if (element.hasAttribute('aria-label')) return element.getAttribute('aria-label');
    if (isField) return [...(element.labels ?? [])].map(textOf).join(' ') || element.placeholder || '';
    return textOf(element);
  };
  const list = element.closest('[role="tablist"]');
  return {
    name: clean(named()),
    role: element.getAttribute('role') ?? element.type ?? element.tagName.toLowerCase(),
    tabs: list === null ? [] : [...list.querySelectorAll('[role="tab"]')].map(textOf),
    option: element.tagName === 'SELECT' ? textOf(element.selectedOptions[0]) : null,
  };
})()`;

const isFocused = (value: unknown): value is Focused =>
  typeof value === 'object' && value !== null && 'name' in value && 'role' in value;

type Name = string | RegExp;
const fits = (name: Name, text: string): boolean =>
  typeof name === 'string' ? name === text : name.test(text);

/** Stops of the Tab key on the largest page, and then some. */
const MOST_STOPS = 250;
/** The machine may be busy. */
const PATIENCE_MS = 60_000;
const SKIP = 'Skip to content';

export interface Hands extends Pick<Driver, 'goto' | 'press' | 'type' | 'evaluate' | 'attach'> {
  /** Tabs forward to what has this name, past the navigation unless it is there. @throws Error if the key never reaches it */
  reach(name: Name, where?: 'content' | 'frame'): Promise<void>;
  /** Replaces what is in a field. */
  fill(name: Name, text: string): Promise<void>;
  /** Presses Enter on a button or link. */
  use(name: Name): Promise<void>;
  /** Presses Space on a box. */
  tick(name: Name): Promise<void>;
  /** Chooses an option by the arrow keys. */
  pick(name: Name, option: Name): Promise<void>;
  /** Opens a tab by the arrow keys of its list. */
  openTab(name: string): Promise<void>;
  /** Goes to a page, or to what else the palette finds. */
  go(name: string): Promise<void>;
  /** Waits until the page has this text. */
  sees(text: Name, patienceMs?: number): Promise<void>;
  /** Waits until the transcript of a conversation has this text. */
  reads(text: string, patienceMs?: number): Promise<void>;
  /** Takes a picture of the page, if the run keeps artefacts. */
  picture(name: string): Promise<void>;
}

const PAGE = 'document.body.innerText';
const TRANSCRIPT = `[...document.querySelectorAll('[role="log"]')].map((log) => log.innerText).join('\\n')`;

const focusedBy = async (driver: Driver): Promise<Focused | null> => {
  const found = await driver.evaluate(FOCUSED);
  return isFocused(found) ? found : null;
};

/** Tabs until something is wanted; resolves with it. */
const tabTo = async (
  driver: Driver,
  described: string,
  isWanted: (focused: Focused) => boolean,
  skips = true,
): Promise<Focused> => {
  const passed: string[] = [];
  for (let stop = 0; stop <= MOST_STOPS; stop += 1) {
    const focused = await focusedBy(driver);
    if (focused !== null && isWanted(focused)) return focused;
    passed.push(focused?.name ?? '');
    if (focused === null) await driver.reenter();
    if (focused?.name === SKIP && skips) await driver.press('Enter');
    await driver.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${described}; it passes ${[...new Set(passed)].join(' | ')}`);
};

/** `story` names the pictures. */
export const createHands = (driver: Driver, story: string): Hands => {
  const artefacts = process.env.PARLEY_ARTEFACTS;
  let pictures = 0;
  const reach: Hands['reach'] = async (name, where = 'content') =>
    void (await tabTo(driver, String(name), (focused) => fits(name, focused.name), where === 'content'));
  const waitFor = async (where: string, text: Name, patienceMs = PATIENCE_MS): Promise<void> => {
    const isThere = async (): Promise<boolean> => {
      const shown = String(await driver.evaluate(where));
      return typeof text === 'string' ? shown.includes(text) : text.test(shown);
    };
    await until(`the page says ${String(text)}`, isThere, patienceMs);
  };
  const hands: Hands = {
    goto: driver.goto,
    press: driver.press,
    type: driver.type,
    evaluate: driver.evaluate,
    attach: driver.attach,
    reach,
    sees: (text, patienceMs) => waitFor(PAGE, text, patienceMs),
    reads: (text, patienceMs) => waitFor(TRANSCRIPT, text, patienceMs),
    fill: async (name, text) => {
      await reach(name);
      await driver.press('a', 'Control');
      await driver.type(text);
    },
    use: async (name) => {
      await reach(name);
      await driver.press('Enter');
    },
    tick: async (name) => {
      await reach(name);
      await driver.press('Space');
    },
    pick: async (name, option) => {
      await reach(name);
      await driver.press('Home');
      for (let passed = 0; passed < MOST_STOPS; passed += 1) {
        const chosen = (await focusedBy(driver))?.option ?? '';
        if (fits(option, chosen)) return;
        await driver.press('ArrowDown');
      }
      throw new Error(`${String(name)} has no option ${String(option)}`);
    },
    openTab: async (name) => {
      const { tabs } = await tabTo(driver, `the tab ${name}`, (focused) => focused.tabs.includes(name));
      for (const _ of tabs) {
        if ((await focusedBy(driver))?.name === name) return;
        await driver.press('ArrowRight');
      }
      throw new Error(`the arrow keys do not reach the tab ${name}`);
    },
    go: async (name) => {
      await driver.press('k', 'Control');
      await until(
        'the palette is open',
        async () => (await focusedBy(driver))?.role === 'combobox',
        PATIENCE_MS,
      );
      await driver.type(name);
      const first = `document.querySelector('[role="option"][aria-selected="true"], [role="option"][data-active-item]')?.innerText ?? ''`;
      await until(
        `the palette finds ${name}`,
        async () => String(await driver.evaluate(first)).startsWith(name),
        PATIENCE_MS,
      );
      await driver.press('Enter');
    },
    picture: async (name) => {
      if (artefacts === undefined) return;
      await mkdir(artefacts, { recursive: true });
      pictures += 1;
      await driver.picture(join(artefacts, `${story}-${String(pictures).padStart(2, '0')}-${name}.png`));
    },
  };
  return hands;
};
