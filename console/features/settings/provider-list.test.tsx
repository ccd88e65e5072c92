/** The form of the providers of a role. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServiceAnswer } from '../../testing/service.js';
import { BUSINESS_ID, showSignedIn } from '../../testing/signed-in.js';
import { ProviderList } from './provider-list.js';
import type { Installed, StoredList } from './setting.js';

const INSTALLED: Installed = {
  role: 'model',
  inUse: ['alpha'],
  available: [
    {
      provider: 'alpha',
      needsCredential: true,
      defaultChoice: 'a-1',
      defaultAddress: 'https://alpha.example',
    },
    { provider: 'beta', needsCredential: true, defaultChoice: null, defaultAddress: null },
  ],
};
const LIST: StoredList = {
  role: 'model',
  agentId: null,
  standIn: 'none',
  choices: [{ provider: 'alpha', choice: 'a-2', address: null, hasCredential: true }],
};

const show = (answer: ServiceAnswer = { data: {} }) =>
  showSignedIn(<ProviderList agentId={null} installed={INSTALLED} list={LIST} isInherited={false} />, {
    write: () => answer,
  });

const all = (label: string): readonly HTMLInputElement[] => screen.getAllByLabelText<HTMLInputElement>(label);
const only = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: 'Save providers' });

test('a name that is too long is shown at its field and not sent', async () => {
  const { user, sent } = await show();
  expect(save().hasAttribute('disabled')).toBe(true);
  only('Model or voice').removeAttribute('maxlength');
  await user.type(only('Model or voice'), 'x'.repeat(200));
  await user.click(save());
  expect(await screen.findByText('Enter at most 200 characters.')).toBeDefined();
  expect(document.activeElement).toBe(only('Model or voice'));
  expect(sent()).toEqual([]);
});

test('the providers are sent in their order, and a typed key is not kept on the page', async () => {
  const { user, sent } = await show();
  await user.click(screen.getByRole('button', { name: 'Add fallback' }));
  const [, second] = all('Provider');
  if (second === undefined) throw new Error('there is no second provider');
  await user.selectOptions(second, 'beta');
  await user.type(all('Address')[1] ?? second, ' https://beta.example ');
  await user.type(all('API key')[1] ?? second, 'sk-1');
  await user.click(screen.getByRole('button', { name: 'Move up' }));
  await user.click(screen.getByLabelText('If all of them fail, use the installation default'));
  await user.click(save());
  await waitFor(() => expect(all('API key').map(({ value }) => value)).toEqual(['', '']));
  expect(sent()).toEqual([
    {
      businessId: BUSINESS_ID,
      role: 'model',
      standIn: 'installation',
      choices: [
        { provider: 'beta', address: 'https://beta.example', credential: 'sk-1' },
        { provider: 'alpha', choice: 'a-2' },
      ],
    },
  ]);
  expect(screen.getAllByText(/^Saved\. Enter another key/)).toHaveLength(2);
  expect(save().hasAttribute('disabled')).toBe(true);
});

test('a refusal stands at its field, and the key that was typed stays', async () => {
  const { user } = await show({
    code: 'validation_failed',
    details: [{ path: '/choices/0/address', message: 'is not a valid address' }],
  });
  await user.type(only('Address'), 'ftp://nowhere.example');
  await user.type(only('API key'), 'sk-1');
  await user.click(save());
  const refusal = await screen.findByText('is not a valid address');
  expect(only('Address').getAttribute('aria-describedby')).toContain(refusal.id);
  expect(document.activeElement).toBe(only('Address'));
  expect(only('API key').value).toBe('sk-1');
});
