import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiProblem } from '../../api/client.js';
import { Card, Cards } from './Cards.js';

const EMPTY = { title: 'No agents yet', help: 'Create the first.' };
const read = (list: { readonly data?: object; readonly error?: ApiProblem }) => ({
  data: list.data,
  error: list.error ?? null,
  refetch: vi.fn(),
});
const card = (
  <Card key="a" href="/agents/a" name="Ann" isChosen>
    Voice
  </Card>
);

test('a card links to its thing, and says that it is the chosen one', () => {
  render(
    <Cards list={read({ data: {} })} empty={EMPTY}>
      {[card]}
    </Cards>,
  );
  const link = screen.getByRole('link', { name: /Ann/ });
  expect(link.getAttribute('href')).toBe('/agents/a');
  expect(link.getAttribute('aria-current')).toBe('true');
  expect(screen.queryByText('No agents yet')).toBeNull();
});

test('an empty list says so once it is read, and not before', () => {
  const { rerender } = render(
    <Cards list={read({})} empty={EMPTY}>
      {[]}
    </Cards>,
  );
  expect(screen.queryByText('No agents yet')).toBeNull();
  rerender(
    <Cards list={read({ data: {} })} empty={EMPTY}>
      {[]}
    </Cards>,
  );
  expect(screen.getByRole('heading', { name: 'No agents yet' })).toBeDefined();
});

test('a list that has only built-in things counts as empty', () => {
  render(
    <Cards list={read({ data: {} })} empty={EMPTY} isEmpty>
      {[card]}
    </Cards>,
  );
  expect(screen.getByText('Create the first.')).toBeDefined();
});

test('a failed list can be read again, and another page on request', async () => {
  const user = userEvent.setup();
  const list = read({ error: new ApiProblem('Gone.', 'internal', null) });
  const fetchNextPage = vi.fn();
  render(
    <Cards list={{ ...list, hasNextPage: true, isFetchingNextPage: false, fetchNextPage }} empty={EMPTY}>
      {[]}
    </Cards>,
  );
  const [again, more] = screen.getAllByRole('button');
  if (again === undefined || more === undefined) throw new Error('two buttons are expected');
  await user.click(again);
  expect(list.refetch).toHaveBeenCalledTimes(1);
  await user.click(more);
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
});
