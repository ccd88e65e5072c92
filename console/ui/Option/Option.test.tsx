import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Option } from './Option.js';

test('a click on its words, or the space bar, asks for the opposite', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn();
  const { rerender } = render(
    <Option label="Calls" help="Every call." checked={false} onChange={onChange} />,
  );
  expect(screen.getByRole('checkbox', { name: 'Calls Every call.' }).matches(':checked')).toBe(false);
  await user.click(screen.getByText('Every call.'));
  expect(onChange.mock.calls).toEqual([[true]]);
  rerender(<Option label="Calls" help="Every call." checked onChange={onChange} />);
  screen.getByRole('checkbox').focus();
  await user.keyboard(' ');
  expect(onChange.mock.calls).toEqual([[true], [false]]);
});
