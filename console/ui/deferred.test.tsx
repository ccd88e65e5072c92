/** Parts whose code follows the page. */
import { act, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { deferred } from './deferred.js';

const Counter = ({ name }: { readonly name: string }): ReactNode => {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
};

/** Without a browser that becomes idle by itself. */
const idle = (): (() => void) => {
  const runs: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => runs.push(run));
  return () => {
    for (const run of runs.splice(0)) run();
  };
};

test('a part that is shown before its code is there has its place, and keeps its state afterwards', async () => {
  idle();
  const load = vi.fn(async () => Counter);
  const Part = deferred(load, 'soon');
  const { rerender } = render(<Part name="first" />);
  expect(screen.getByText('soon')).toBeTruthy();
  const button = await screen.findByText('first 0');
  act(() => button.click());
  rerender(<Part name="second" />);
  expect(screen.getByText('second 1')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('the code is loaded when the browser is idle, and then shown without a wait', async () => {
  const becomeIdle = idle();
  const load = vi.fn(async () => Counter);
  const Part = deferred(load, 'soon');
  expect(load).not.toHaveBeenCalled();
  becomeIdle();
  await load.mock.results[0]?.value;
  await Promise.resolve();
  render(<Part name="there" />);
  expect(screen.getByText('there 0')).toBeTruthy();
});

test('code that could not be loaded ahead is loaded when it is shown', async () => {
  const becomeIdle = idle();
  const load = vi.fn(async () => Counter).mockRejectedValueOnce(new Error('offline'));
  const Part = deferred(load);
  becomeIdle();
  await Promise.resolve();
  render(<Part name="late" />);
  expect(await screen.findByText('late 0')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
