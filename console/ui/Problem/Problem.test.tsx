import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '../../api/client.js';
import { Problem } from './Problem.js';

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const shown = (problem: ApiProblem, onRetry?: () => void): string =>
  textOf(renderToStaticMarkup(<Problem problem={problem} {...(onRetry === undefined ? {} : { onRetry })} />));

test('a refused read says when it is repeated', () => {
  const problem = new ApiProblem('Wait as `Retry-After` says.', 'rate_limited', 'r-1', {
    retryAfterSeconds: 7,
  });
  expect(shown(problem, () => undefined)).toBe('Too many requests at once. Request r-1 Trying again in 7 s');
});

test('a refused change is not repeated, and says when to', () => {
  const problem = new ApiProblem('Wait.', 'rate_limited', 'r-1', { retryAfterSeconds: 7 });
  expect(shown(problem)).toBe('Too many requests at once. Request r-1 Try again in 7 s.');
});

test('a field that is wrong has its name in words', () => {
  const problem = new ApiProblem('The request does not match its schema.', 'validation_failed', null, {
    details: [{ path: '/voiceSettings/firstGreeting', message: 'is too long: `maxLength` is 400' }],
  });
  expect(shown(problem)).toMatch(/First greeting is too long: maxLength is 400$/);
});

afterEach(() => {
  vi.useRealTimers();
});

test('a read is repeated by itself when its time has come, and sooner by its button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const onRetry = vi.fn();
  const problem = new ApiProblem('Wait.', 'rate_limited', 'r-1', { retryAfterSeconds: 3 });
  render(<Problem problem={problem} onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toBeDefined();
  await user.click(screen.getByRole('button'));
  expect(onRetry).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(onRetry).toHaveBeenCalledTimes(2);
});
