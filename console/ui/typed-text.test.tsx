/** A search field keeps what is typed around the pauses in which it takes effect. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTypedText } from './typed-text.js';

const taken: string[] = [];

const Search = (): ReactNode => {
  const [saved, setSaved] = useState('');
  const [text, setText] = useTypedText(saved, (words) => {
    taken.push(words);
    setSaved(words);
  });
  return (
    <>
      <input aria-label="Search" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => setSaved('saved view')}>
        View
      </button>
    </>
  );
};

const field = (): HTMLInputElement => screen.getByRole('textbox');
const type = (text: string): void => {
  fireEvent.change(field(), { target: { value: text } });
};
const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const pause = (): void => wait(1_000);

beforeEach(() => {
  taken.length = 0;
  vi.useFakeTimers();
  render(<Search />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a space before a pause is there for the next word', () => {
  type('speak to ');
  pause();
  expect(field().value).toBe('speak to ');
  type(`${field().value}a person`);
  pause();
  expect(taken).toEqual(['speak to', 'speak to a person']);
});

test('letters typed while nothing has taken effect yet stay', () => {
  type('ref');
  wait(100);
  type('refund');
  pause();
  expect(taken).toEqual(['refund']);
});

test('other words from outside replace the text', () => {
  type('refund');
  pause();
  fireEvent.click(screen.getByRole('button', { name: 'View' }));
  expect(field().value).toBe('saved view');
  pause();
  expect(taken).toEqual(['refund']);
});
