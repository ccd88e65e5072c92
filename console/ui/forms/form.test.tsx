/** Forms that check their values by the schema of the service, and show its refusals at their fields. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { setUpBody } from '../../api/bodies/session.js';
import { deferred } from '../../testing/deferred.js';
import { type ServiceAnswer, stubService } from '../../testing/service.js';
import { ChoiceField, Form, FormProblem, Submit, TextField } from './form.js';
import { useBodyForm } from './use-body-form.js';

const EMPTY = { businessName: '', name: '', email: '', password: '', country: '' };

const Probe = ({ onSuccess }: { readonly onSuccess?: () => void }): ReactNode => {
  const { form } = useBodyForm({
    body: setUpBody,
    values: EMPTY,
    toBody: ({ country, ...values }) => ({
      ...values,
      token: 'token-1',
      allowedCountries: country === '' ? null : [country],
    }),
    ...(onSuccess === undefined ? {} : { onSuccess }),
  });
  return (
    <Form form={form} label="Set up">
      <TextField form={form} name="businessName" label="Business" help="It is shown to colleagues." />
      <TextField form={form} name="name" label="Your name" />
      <TextField form={form} name="email" label="E-mail" type="email" />
      <TextField form={form} name="password" label="Password" type="password" />
      <ChoiceField
        form={form}
        name="country"
        path="/allowedCountries"
        label="Countries"
        choices={[
          { value: '', name: 'All' },
          { value: 'DE', name: 'Germany' },
        ]}
      />
      <FormProblem form={form} />
      <Submit form={form}>Create</Submit>
    </Form>
  );
};

const show = (onSuccess?: () => void) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Probe {...(onSuccess === undefined ? {} : { onSuccess })} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
};

const field = (name: string): HTMLElement => screen.getByLabelText(name);
const send = () => screen.getByRole('button', { name: 'Create' });

const fillIn = async (user: ReturnType<typeof userEvent.setup>, texts: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(texts)) await user.type(field(name), text);
};
const RIGHT = {
  Business: 'Hotel',
  'Your name': 'Ann',
  'E-mail': 'ann@example.org',
  Password: 'a long password',
};

test('what is wrong stands beside its field, which has the focus and points to it; nothing is sent', async () => {
  const requests = stubService(() => ({ data: {} }));
  const user = show();
  await fillIn(user, { Business: 'Hotel', 'Your name': 'Ann', 'E-mail': 'ann', Password: 'short' });
  await user.click(send());
  expect(await screen.findByText('Enter an e-mail address, like ann@example.org.')).toBeDefined();
  expect(field('E-mail').getAttribute('aria-invalid')).toBe('true');
  const described = field('E-mail').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe(
    'Enter an e-mail address, like ann@example.org.',
  );
  expect(document.activeElement).toBe(field('E-mail'));
  expect(screen.getByText('Enter at least 12 characters.')).toBeDefined();
  expect(field('Business').getAttribute('aria-invalid')).toBeNull();
  expect(requests).toEqual([]);
});

test('nothing is wrong before the first attempt, and a mended field at once', async () => {
  stubService(() => ({ data: {} }));
  const user = show();
  await user.click(field('Your name'));
  await user.tab();
  expect(screen.queryByText('Fill this in.')).toBeNull();
  await fillIn(user, { Business: 'Hotel', 'E-mail': 'ann@example.org', Password: 'a long password' });
  await user.click(send());
  expect(await screen.findByText('Fill this in.')).toBeDefined();
  await user.type(field('Your name'), 'A');
  await waitFor(() => expect(screen.queryByText('Fill this in.')).toBeNull());
});

test('the schema says which fields are required and how long they may be', () => {
  show();
  expect(field('Business').hasAttribute('required')).toBe(true);
  expect(field('Business').getAttribute('maxlength')).toBe('120');
  expect(field('Countries').hasAttribute('required')).toBe(false);
});

test('Enter sends the body once; the button is busy until the answer', async () => {
  const answer = deferred<ServiceAnswer>();
  const requests = stubService(() => answer.promise);
  const onSuccess = vi.fn();
  const user = show(onSuccess);
  await fillIn(user, RIGHT);
  await user.selectOptions(field('Countries'), 'Germany');
  await user.type(field('Password'), '{Enter}');
  await waitFor(() => expect(send().hasAttribute('disabled')).toBe(true));
  await user.type(field('Password'), '{Enter}');
  answer.resolve({ data: { done: true } });
  await waitFor(() => expect(send().hasAttribute('disabled')).toBe(false));
  expect(requests.map(({ body }) => body)).toEqual([
    {
      businessName: 'Hotel',
      name: 'Ann',
      email: 'ann@example.org',
      password: 'a long password',
      token: 'token-1',
      allowedCountries: ['DE'],
    },
  ]);
  expect(onSuccess).toHaveBeenCalledTimes(1);
});

test('a refusal of the service stands at its field, and what no field shows above the button', async () => {
  stubService(() => ({
    code: 'validation_failed',
    details: [
      { path: '/name', message: 'must be another `name`' },
      { path: '/token', message: 'must be newer' },
    ],
  }));
  const user = show();
  await fillIn(user, RIGHT);
  await user.click(send());
  expect(await screen.findByText('must be another name')).toBeDefined();
  expect(document.activeElement).toBe(field('Your name'));
  const alert = screen.getByRole('alert').textContent ?? '';
  expect(alert).toContain('must be newer');
  expect(alert).not.toContain('must be another');
});
