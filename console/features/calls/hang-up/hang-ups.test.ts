/** A hang-up can be undone for three seconds, and is never lost. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHangUps, UNDO_MS } from './hang-ups.js';

const FIRST = 'call-1';
const SECOND = 'call-2';

const open = (outcome: () => Promise<unknown> = () => Promise.resolve()) => {
  const sent: { readonly callId: string; readonly leaving: boolean }[] = [];
  const hangUps = createHangUps({
    send: (callId, leaving) => {
      sent.push({ callId, leaving });
      return outcome();
    },
    problemOf: String,
  });
  return { hangUps, sent };
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('hanging up', () => {
  test('ends the call after the time to undo it, once', async () => {
    const { hangUps, sent } = open();
    hangUps.press(FIRST);
    expect(hangUps.of(FIRST)).toEqual({ type: 'pending', endsAt: 1_000 + UNDO_MS });
    await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ callId: FIRST, leaving: false }]);
    await vi.advanceTimersByTimeAsync(UNDO_MS * 2);
    expect(sent).toHaveLength(1);
    expect(hangUps.of(FIRST)).toEqual({ type: 'none' });
  });

  test('ends it at once with a second press', async () => {
    const { hangUps, sent } = open();
    hangUps.press(FIRST);
    hangUps.press(FIRST);
    hangUps.press(FIRST);
    await vi.advanceTimersByTimeAsync(UNDO_MS * 2);
    expect(sent).toEqual([{ callId: FIRST, leaving: false }]);
  });

  test('does not end it when it is undone, and can begin again', async () => {
    const { hangUps, sent } = open();
    hangUps.press(FIRST);
    hangUps.undo(FIRST);
    await vi.advanceTimersByTimeAsync(UNDO_MS * 2);
    expect(sent).toEqual([]);
    hangUps.press(FIRST);
    expect(hangUps.of(FIRST).type).toBe('pending');
  });

  test('cannot be undone once the request is on its way', () => {
    const { hangUps } = open(() => new Promise(() => undefined));
    hangUps.press(FIRST);
    hangUps.press(FIRST);
    hangUps.undo(FIRST);
    expect(hangUps.of(FIRST)).toEqual({ type: 'sending' });
  });

  test('keeps calls apart', async () => {
    const { hangUps, sent } = open();
    hangUps.press(FIRST);
    await vi.advanceTimersByTimeAsync(UNDO_MS / 2);
    hangUps.press(SECOND);
    hangUps.undo(FIRST);
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(sent).toEqual([{ callId: SECOND, leaving: false }]);
  });

  test('is sent at once when the page goes away', async () => {
    const { hangUps, sent } = open();
    hangUps.press(FIRST);
    hangUps.press(SECOND);
    hangUps.undo(SECOND);
    hangUps.flush();
    await vi.advanceTimersByTimeAsync(UNDO_MS * 2);
    expect(sent).toEqual([{ callId: FIRST, leaving: true }]);
  });

  test('keeps a refusal, and a press tries again', async () => {
    const { hangUps, sent } = open(() => Promise.reject('no answer'));
    hangUps.press(FIRST);
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(hangUps.of(FIRST)).toEqual({ type: 'failed', problem: 'no answer' });
    hangUps.press(FIRST);
    expect(hangUps.of(FIRST).type).toBe('pending');
    expect(sent).toHaveLength(1);
  });

  test('reports every change to its listeners', () => {
    const { hangUps } = open();
    const seen: string[] = [];
    const stop = hangUps.subscribe(() => seen.push(hangUps.of(FIRST).type));
    hangUps.press(FIRST);
    hangUps.undo(FIRST);
    stop();
    hangUps.press(FIRST);
    expect(seen).toEqual(['pending', 'none']);
  });
});
