/** A form about something that somebody else changes at the same time. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { updateDataSourceBody } from '../../api/bodies/data-sources.js';
import { type ServiceAnswer, stubService } from '../../testing/service.js';
import { Form, FormProblem, Submit, TextField } from '../forms/form.js';
import { useBodyForm } from '../forms/use-body-form.js';

interface Source {
  readonly name: string;
  readonly description: string;
  readonly tag: string;
}

const FIRST: Source = { name: 'Orders', description: 'Of this year', tag: '1' };
const SOURCE_ID = 'ce24a5c0-3884-5dcb-8147-51032fbecb2a';

const Probe = ({ source, now }: { readonly source: Source; readonly now: () => Source }): ReactNode => {
  const { form } = useBodyForm({
    body: updateDataSourceBody,
    values: { name: source.name, description: source.description },
    toBody: (values) => ({ businessId: SOURCE_ID, sourceId: SOURCE_ID, ...values }),
    edited: {
      tag: source.tag,
      read: () => {
        const { tag, ...words } = now();
        return Promise.resolve({ words, tag });
      },
      shown: [
        { name: 'name', label: 'Name', text: ({ name }) => name },
        { name: 'description', label: 'Description', text: ({ description }) => description },
      ],
    },
  });
  return (
    <Form form={form} label="Source">
      <TextField form={form} name="name" label="Name" />
      <TextField form={form} name="description" label="Description" />
      <FormProblem form={form} />
      <Submit form={form}>Save</Submit>
    </Form>
  );
};

/** A service that keeps one source, and refuses changes of another version than its own. */
const service = () => {
  let stored = FIRST;
  const requests = stubService(({ headers, body }): ServiceAnswer => {
    const expected = headers.get('if-match');
    if (expected !== null && expected !== `"${stored.tag}"`) return { code: 'resource_changed' };
    const { name, description } = Object(body);
    stored = { name, description, tag: String(Number(stored.tag) + 1) };
    return { data: { dataSource: stored } };
  });
  return {
    requests,
    stored: () => stored,
    change: (changed: Partial<Source>) => {
      stored = { ...stored, ...changed, tag: String(Number(stored.tag) + 1) };
    },
  };
};

const show = (now: () => Source) => {
  const queries = new QueryClient();
  const probe = (source: Source): ReactNode => (
    <QueryClientProvider client={queries}>
      <Probe source={source} now={now} />
    </QueryClientProvider>
  );
  const { rerender } = render(probe(FIRST));
  return { user: userEvent.setup(), read: (source: Source) => rerender(probe(source)) };
};

const field = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const enter = async (user: ReturnType<typeof userEvent.setup>, name: string, words: string) => {
  await user.clear(field(name));
  await user.type(field(name), words);
};
const save = () => screen.getByRole('button', { name: 'Save' });
/** Its code is loaded when it is first shown. */
const conflictDialog = () =>
  screen.findByRole('dialog', { name: 'This was changed elsewhere' }, { timeout: 4_000 });

test('names the version that it started from', async () => {
  const { requests, stored } = service();
  const { user } = show(stored);
  await enter(user, 'Name', 'Orders of 2026');
  await user.click(save());
  await waitFor(() => expect(stored().name).toBe('Orders of 2026'));
  expect(requests.map(({ headers }) => headers.get('if-match'))).toEqual(['"1"']);
});

test('asks before it overwrites what somebody else has made of the same field', async () => {
  const { stored, change } = service();
  const { user } = show(stored);
  await enter(user, 'Name', 'Mine');
  change({ name: 'Theirs', description: 'Theirs as well' });
  await user.click(save());
  const dialog = await conflictDialog();
  expect(stored()).toMatchObject({ name: 'Theirs', description: 'Theirs as well' });
  const both = within(dialog).getByRole('group', { name: 'Both of you changed: Name' });
  expect(both.querySelector('del')?.textContent).toBe('Theirs');
  expect(both.querySelector('ins')?.textContent).toBe('Mine');
  within(within(dialog).getByRole('region', { name: 'Their changes' })).getByText('Theirs as well');
  await user.click(within(dialog).getByRole('button', { name: 'Merge both' }));
  expect(field('Name')).toHaveProperty('value', 'Mine');
  expect(field('Description')).toHaveProperty('value', 'Theirs as well');
  expect(stored().name, 'nothing is saved yet').toBe('Theirs');
  await user.click(save());
  await waitFor(() => expect(stored()).toMatchObject({ name: 'Mine', description: 'Theirs as well' }));
});

test.each([
  ['Keep mine', 'Mine', 'Of this year'],
  ['Take theirs', 'Theirs', 'Theirs as well'],
])('%s', async (button, name, description) => {
  const { stored, change } = service();
  const { user } = show(stored);
  await enter(user, 'Name', 'Mine');
  change({ name: 'Theirs', description: 'Theirs as well' });
  await user.click(save());
  await user.click(within(await conflictDialog()).getByRole('button', { name: button }));
  expect(field('Name')).toHaveProperty('value', name);
  expect(field('Description')).toHaveProperty('value', description);
  await user.click(save());
  await waitFor(() => expect(stored()).toMatchObject({ name, description }));
});

test('keeps every word when the decision is put off, and asks again', async () => {
  const { stored, change } = service();
  const { user } = show(stored);
  await enter(user, 'Name', 'Mine');
  change({ name: 'Theirs' });
  await user.click(save());
  await user.click(within(await conflictDialog()).getByRole('button', { name: 'Decide later' }));
  expect(field('Name')).toHaveProperty('value', 'Mine');
  screen.getByText(/Save again to compare the changes/);
  await user.click(save());
  await conflictDialog();
  expect(stored().name).toBe('Theirs');
});

test('does not ask about what it does not overwrite', async () => {
  const { requests, stored, change } = service();
  const { user } = show(stored);
  await enter(user, 'Name', 'Mine');
  change({ name: 'Mine' });
  await user.click(save());
  await waitFor(() => expect(requests.length).toBe(2));
  expect(requests.map(({ headers }) => headers.get('if-match'))).toEqual(['"1"', '"2"']);
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('shows what the page has read again, unless there are words to lose', async () => {
  const { stored, change } = service();
  const { user, read } = show(stored);
  change({ name: 'Theirs' });
  read(stored());
  await waitFor(() => expect(field('Name')).toHaveProperty('value', 'Theirs'));
  await enter(user, 'Name', 'Mine');
  change({ name: 'Theirs again' });
  read(stored());
  expect(field('Name')).toHaveProperty('value', 'Mine');
  await user.click(save());
  await conflictDialog();
  expect(stored().name).toBe('Theirs again');
});
