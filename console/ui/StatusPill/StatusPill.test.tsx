import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusPill, type Tone } from './StatusPill.js';

test('each tone has a sign of its own, so that colour alone says nothing', () => {
  const tones: readonly Tone[] = ['good', 'bad', 'waits', 'live', 'human', 'quiet'];
  for (const tone of tones)
    render(
      <StatusPill key={tone} tone={tone}>
        State
      </StatusPill>,
    );
  const texts = screen.getAllByText(/State/).map(({ textContent }) => textContent ?? '');
  expect(new Set(texts).size).toBe(tones.length);
  expect(texts.every((text) => text.endsWith(' State'))).toBe(true);
});

test('the sign is hidden from screen readers, which read the word', () => {
  render(
    <StatusPill tone="quiet" sign="×">
      Cancelled
    </StatusPill>,
  );
  expect(screen.getByText('×').getAttribute('aria-hidden')).toBe('true');
  expect(screen.getByText('Cancelled').getAttribute('aria-hidden')).toBeNull();
});
