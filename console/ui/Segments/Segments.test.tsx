import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Segments } from './Segments.js';

const CHOICES = [
  { value: 'open', name: 'Open', count: 4 },
  { value: 'done', name: 'Done' },
] as const;

const Probe = () => {
  const [value, setValue] = useState<'open' | 'done'>('open');
  return <Segments label="State" value={value} choices={CHOICES} onChange={setValue} />;
};

const pressed = (): readonly (string | null)[] =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map(({ textContent }) => textContent);

test('is a named group, whose chosen part is pressed', () => {
  render(<Probe />);
  expect(screen.getByRole('group', { name: 'State' })).toBeDefined();
  expect(pressed()).toEqual(['Open 4']);
});

test('each part is reached by Tab and chosen by Enter or the space bar', async () => {
  const user = userEvent.setup();
  render(<Probe />);
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(pressed()).toEqual(['Done']);
  await user.tab({ shift: true });
  await user.keyboard(' ');
  expect(pressed()).toEqual(['Open 4']);
});
