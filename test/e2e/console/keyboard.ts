/** Uses a page by the keyboard alone: nothing is clicked, and the focus moves as it does for people. */
import type { Locator, Page } from 'playwright-core';
import type { Place } from './place.js';

/** No page has that many elements before the one that is looked for. */
const MOST_TABS = 150;

/** Runs in the page, whose types the tests do not know. */
const isActive = (element: object): boolean =>
  'ownerDocument' in element &&
  typeof element.ownerDocument === 'object' &&
  element.ownerDocument !== null &&
  'activeElement' in element.ownerDocument &&
  element.ownerDocument.activeElement === element;

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate(isActive);

/** Presses Tab until the element has the focus; with `Shift+Tab`, backwards. @throws Error if it is never reached */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST_TABS} presses of ${key} do not reach ${target}`);
};

/** Moves the focus to a button or a link, and presses it. */
export const press = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
};

/** Moves the focus to a field, and types. */
export const type = async (
  page: Page,
  target: Locator,
  text: string,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> => {
  await tabTo(page, target, key);
  await page.keyboard.type(text);
};

/** Opens a page of the console with the palette. */
export const goTo = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog').getByRole('combobox');
  await palette.waitFor();
  await page.keyboard.type(name);
  await page.getByRole('option', { name, exact: true }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

/** Opens an address, and signs in. */
export const signInByKeys = async (
  page: Page,
  { service, email, password }: Place,
  path: string,
): Promise<void> => {
  await page.goto(`${service.url}${path}`);
  await type(page, page.getByLabel('E-mail'), email);
  await type(page, page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Account of Ann Archer' }).waitFor();
};
