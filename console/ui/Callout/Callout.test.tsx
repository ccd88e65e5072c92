import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Callout } from './Callout.js';

test('is a note with its title', () => {
  render(<Callout title="No line is free">Calls wait.</Callout>);
  expect(screen.getByRole('note').textContent).toBe('No line is freeCalls wait.');
  expect(screen.queryByRole('region')).toBeNull();
});

test('a region is found by its title', () => {
  render(
    <Callout title="What will happen" tone="plain" isRegion>
      40 people are called.
    </Callout>,
  );
  expect(screen.getByRole('region', { name: 'What will happen' }).textContent).toContain('40 people');
  expect(screen.queryByRole('note')).toBeNull();
});
