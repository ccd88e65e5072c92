import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableColumn } from './table-column.js';
import { VirtualTable } from './VirtualTable.js';

interface Person {
  readonly name: string;
  readonly calls: number;
}

const COLUMNS: readonly TableColumn<Person>[] = [
  {
    key: 'name',
    title: 'Name',
    minPx: 100,
    grow: 1,
    narrow: 'start',
    sort: 'name',
    cell: ({ name }) => name,
  },
  {
    key: 'calls',
    title: 'Calls',
    minPx: 40,
    grow: 0,
    isNumber: true,
    narrow: 'below',
    cell: ({ calls }) => calls,
  },
];
const PEOPLE: readonly Person[] = Array.from({ length: 5_000 }, (_, at) => ({
  name: `Person ${at}`,
  calls: at,
}));
const keyOf = ({ name }: Person): string => name;
const SHOWN_PX = 440;

beforeEach(() => {
  // Nothing has a size without a layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SHOWN_PX);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const show = (props: Partial<Parameters<typeof VirtualTable<Person>>[0]> = {}) =>
  render(
    <VirtualTable
      label="People"
      columns={COLUMNS}
      rows={PEOPLE}
      keyOf={keyOf}
      nameOf={keyOf}
      onEndReached={null}
      {...props}
    />,
  );

test('only the rows in sight are in the page, and their number is known', () => {
  show({ total: PEOPLE.length });
  const rows = screen.getAllByRole('row').length - 1;
  expect(rows).toBeGreaterThanOrEqual(10);
  expect(rows).toBeLessThan(40);
  expect(screen.getByRole('table', { name: 'People' }).getAttribute('aria-rowcount')).toBe('5001');
});

test('the next page is read near the end alone', () => {
  const far = vi.fn();
  show({ onEndReached: far });
  expect(far).not.toHaveBeenCalled();
  const near = vi.fn();
  show({ rows: PEOPLE.slice(0, 50), onEndReached: near });
  expect(near).toHaveBeenCalled();
});

test('a sorted column says so, and its title sorts by it', async () => {
  const user = userEvent.setup();
  const onSort = vi.fn();
  show({ sort: { by: 'name', direction: 'descending' }, onSort });
  expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('descending');
  expect(screen.getByRole('columnheader', { name: 'Calls' }).getAttribute('aria-sort')).toBeNull();
  screen.getByRole('button', { name: /Name/ }).focus();
  await user.keyboard('{Enter}');
  expect(onSort.mock.calls).toEqual([['name']]);
});

test('the space bar selects the row of a checkbox', async () => {
  const user = userEvent.setup();
  const onToggle = vi.fn();
  show({ selection: { keys: new Set(['Person 1']), isAll: false, onToggle } });
  const checked = screen.getAllByRole('checkbox').map((box) => box.matches(':checked'));
  expect(checked.slice(0, 3)).toEqual([false, true, false]);
  screen.getByRole('checkbox', { name: /Person 2$/ }).focus();
  await user.keyboard(' ');
  expect(onToggle.mock.calls[0]).toContain('Person 2');
});
