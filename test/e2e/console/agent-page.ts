/** What tests do on the page of an agent. */
import type { Page } from 'playwright-core';

/** Opens a tab by its name. */
export const openTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('tab', { name, exact: true }).click();
};

/** Publishes what is on the page, after the dialog with the differences. */
export const publish = async (page: Page, note = ''): Promise<void> => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Publish / });
  if (note !== '') await dialog.getByLabel('What has changed').fill(note);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Published. Live calls keep').waitFor();
};

/** Chooses an entry of the menu with what is needed less often. */
export const chooseAction = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
};
