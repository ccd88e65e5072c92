import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Switch } from './Switch.js';

const Probe = () => {
  const [isOn, setOn] = useState(false);
  return <Switch label="Sound" help="Plays a chime." isOn={isOn} onChange={setOn} />;
};

test('is a switch with its name, turned by a click, the space bar and Enter', async () => {
  const user = userEvent.setup();
  render(<Probe />);
  const state = () => screen.getByRole('switch', { name: /Sound/ }).getAttribute('aria-checked');
  expect(state()).toBe('false');
  await user.click(screen.getByRole('switch'));
  expect(state()).toBe('true');
  await user.keyboard(' ');
  expect(state()).toBe('false');
  await user.keyboard('{Enter}');
  expect(state()).toBe('true');
});
