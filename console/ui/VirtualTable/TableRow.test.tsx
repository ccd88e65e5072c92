import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TableRow } from './TableRow.js';
import type { TableColumn } from './table-column.js';

interface Person {
  readonly name: string;
  readonly calls: number;
  readonly note: string;
}

const COLUMNS: readonly TableColumn<Person>[] = [
  { key: 'name', title: 'Name', minPx: 100, grow: 1, narrow: 'start', cell: ({ name }) => name },
  { key: 'note', title: 'Note', minPx: 100, grow: 1, narrow: 'never', cell: ({ note }) => note },
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

const rowWith = (props: { readonly isNarrow: boolean; readonly isSelected: boolean | null }): string =>
  renderToStaticMarkup(
    <table>
      <tbody>
        <TableRow
          row={{ name: 'Ann', calls: 3, note: 'VIP' }}
          rowKey="a"
          name="Ann"
          index={4}
          startPx={176}
          heightPx={44}
          columns={COLUMNS}
          tracks="1fr 1fr 40px"
          isChosen={false}
          isAll={false}
          onToggle={null}
          {...props}
        />
      </tbody>
    </table>,
  );

test('a row has a cell for each column, and its place in the whole table', () => {
  const markup = rowWith({ isNarrow: false, isSelected: null });
  expect(markup.match(/<td/g)).toHaveLength(3);
  expect(markup).toContain('aria-rowindex="6"');
  expect(markup).not.toContain('checkbox');
});

test('a narrow row leaves out what has no room', () => {
  const markup = rowWith({ isNarrow: true, isSelected: null });
  expect(markup).toContain('Ann');
  expect(markup).toContain('3');
  expect(markup).not.toContain('VIP');
});

test('a row that can be selected names its checkbox', () => {
  expect(rowWith({ isNarrow: false, isSelected: true })).toMatch(
    /<input(?=[^>]*aria-label="Select Ann")(?=[^>]*checked="")/,
  );
});
