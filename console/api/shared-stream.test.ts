/** One stream for all pages of a browser: who leads, and what each page receives. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SourceOptions } from './http-stream.js';
import { type Block, RecentBlocks } from './recent-blocks.js';
import { type Browser, SharedStream } from './shared-stream.js';

const block = (id: string): Block => ({ id, data: JSON.stringify({ type: 'call.noted', id }) });
const idsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.map(({ id, data }) => id ?? String(JSON.parse(data ?? '{}').type));

type Listener = NonNullable<Browser['channel']['onmessage']>;

/** The pages of a browser: its lock goes to the page that waits longest, and messages arrive at once. */
const browserOf = () => {
  const queue: (() => void)[] = [];
  /** The request that holds the lock. */
  let holder: object | null = null;
  let loseLock: (() => void) | null = null;
  const channels = new Set<Browser['channel']>();
  const sources: { readonly options: SourceOptions; open: boolean; voices: boolean; since: string | null }[] =
    [];

  const grant = (): void => {
    if (holder === null) queue.shift()?.();
  };
  const request = (_name: string, options: LockOptions, callback: () => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      const take = (): void => {
        if (options.signal?.aborted === true) return grant();
        holder = options;
        loseLock = () => reject(new Error('stolen'));
        void callback().then(() => {
          resolve();
          if (holder !== options) return;
          holder = null;
          grant();
        });
      };
      if (options.steal === true) {
        loseLock?.();
        holder = null;
        queue.unshift(take);
      } else queue.push(take);
      grant();
    });

  const openPage = (pageId: string) => {
    const received: Block[] = [];
    const states: string[] = [];
    const recent = new RecentBlocks();
    const channel: Browser['channel'] = {
      onmessage: null,
      close: () => channels.delete(channel),
      postMessage: (data: unknown) => {
        for (const listener of channels)
          if (listener !== channel) {
            const deliver: Listener | null = listener.onmessage;
            Reflect.apply(deliver ?? (() => undefined), listener, [{ data }]);
          }
      },
    };
    const connect = (): SharedStream => {
      channels.add(channel);
      return new SharedStream(
        {
          businessId: 'business-1',
          pageId,
          recent,
          voices: false,
          lastId: () => recent.lastId,
          onBlocks: (blocks) => received.push(...blocks),
          onState: (state) => states.push(state),
        },
        {
          locks: { request },
          channel,
          open: (options) => {
            const source = { options, open: true, voices: options.voices, since: options.lastId() };
            sources.push(source);
            return {
              withVoices: (wanted) => {
                source.voices = wanted;
              },
              reconnect: () => undefined,
              close: () => {
                source.open = false;
              },
            };
          },
        },
      );
    };
    return { received, states, channel, stream: connect(), connect };
  };
  return {
    openPage,
    sources,
    silence: (channel: Browser['channel']) => channels.delete(channel),
    /** A message of a page that is not there any more. */
    post: (data: unknown) => {
      for (const { onmessage } of channels)
        Reflect.apply(onmessage ?? (() => undefined), undefined, [{ data }]);
    },
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets promises settle. */
const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);

describe('pages of a browser', () => {
  test('open one stream, and all receive its blocks once', async () => {
    const { openPage, sources } = browserOf();
    const pages = ['a', 'b', 'c'].map(openPage);
    await settle();
    expect(sources.length).toBe(1);
    sources[0]?.options.onState('open');
    sources[0]?.options.onBlocks([block('1'), block('2')]);
    for (const { received, states } of pages) {
      expect(idsOf(received)).toEqual(['1', '2']);
      expect(states).toEqual(['open']);
    }
  });

  test('take over when the leader closes, after the last block', async () => {
    const { openPage, sources } = browserOf();
    const [a, b] = [openPage('a'), openPage('b')];
    await settle();
    sources[0]?.options.onBlocks([block('1')]);
    a.stream.close();
    await settle();
    expect(sources.map(({ open, since }) => ({ open, since }))).toEqual([
      { open: false, since: null },
      { open: true, since: '1' },
    ]);
    sources[1]?.options.onBlocks([block('2')]);
    expect(idsOf(b.received)).toEqual(['1', '2']);
  });

  test('that come later learn the state, and that what they read may be older', async () => {
    const { openPage, sources } = browserOf();
    openPage('a');
    await settle();
    sources[0]?.options.onState('open');
    sources[0]?.options.onBlocks([block('1')]);
    const late = openPage('late');
    expect(late.states).toEqual(['open']);
    expect(idsOf(late.received)).toEqual(['stream.opened']);
    sources[0]?.options.onBlocks([block('2')]);
    expect(idsOf(late.received)).toEqual(['stream.opened', '2']);
  });

  test('that slept receive what they missed from the leader', async () => {
    const { openPage, sources } = browserOf();
    openPage('a');
    const b = openPage('b');
    await settle();
    sources[0]?.options.onBlocks([block('1')]);
    b.stream.close();
    sources[0]?.options.onBlocks([block('2'), block('3')]);
    b.connect();
    sources[0]?.options.onBlocks([block('4')]);
    expect(idsOf(b.received)).toEqual(['1', '2', '3', '4']);
  });

  test('that slept for too long read everything again', async () => {
    const { openPage, sources } = browserOf();
    openPage('a');
    const b = openPage('b');
    await settle();
    sources[0]?.options.onBlocks([block('1')]);
    b.stream.close();
    sources[0]?.options.onBlocks(Array.from({ length: 1_001 }, (_, index) => block(`later-${index}`)));
    b.connect();
    expect(idsOf(b.received)).toEqual(['1', 'stream.reset']);
    sources[0]?.options.onBlocks([block('new')]);
    expect(idsOf(b.received).at(-1)).toBe('new');
  });

  test('that lost a message request it', async () => {
    const { openPage, sources, silence } = browserOf();
    openPage('a');
    const b = openPage('b');
    await settle();
    sources[0]?.options.onBlocks([block('1')]);
    await vi.advanceTimersByTimeAsync(5_000);
    silence(b.channel);
    sources[0]?.options.onBlocks([block('2')]);
    b.stream.close();
    b.connect();
    sources[0]?.options.onBlocks([block('3')]);
    expect(idsOf(b.received)).toEqual(['1', '2', '3']);
  });
});

describe('the pages that follow', () => {
  test('take the lock of a leader that has gone silent', async () => {
    const { openPage, sources } = browserOf();
    openPage('a');
    openPage('b');
    await settle();
    sources[0]?.options.onState('open');
    await vi.advanceTimersByTimeAsync(11_000);
    sources[0]?.options.onBlocks([block('1')]);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(sources.length).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sources.map(({ open }) => open)).toEqual([false, true]);
    expect(sources[1]?.since).toBe('1');
  });

  test('leave a leader in place whose service is down', async () => {
    const { openPage, sources } = browserOf();
    openPage('a');
    const b = openPage('b');
    await settle();
    sources[0]?.options.onState('down');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sources.length).toBe(1);
    expect(b.states).toEqual(['down']);
  });

  test('receive voices while one of them wants them', async () => {
    const { openPage, sources } = browserOf();
    openPage('a');
    const b = openPage('b');
    await settle();
    b.stream.withVoices(true);
    expect(sources[0]?.voices).toBe(true);
    b.stream.close();
    expect(sources[0]?.voices).toBe(false);
  });

  test('no longer receive voices for a page that has vanished', async () => {
    const { openPage, sources, post } = browserOf();
    openPage('a');
    await settle();
    post({ type: 'voices', from: 'vanished', wanted: true });
    const beat = async (id: string): Promise<void> => {
      await vi.advanceTimersByTimeAsync(5_000);
      sources[0]?.options.onBlocks([{ id, data: null }]);
    };
    await beat('1');
    await beat('2');
    expect(sources[0]?.voices).toBe(true);
    await beat('3');
    await beat('4');
    expect(sources[0]?.voices).toBe(false);
  });
});
