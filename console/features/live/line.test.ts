/** The user's place on a call. The leg is a stub, and so is the part of React that remembers state. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../testing/deferred.js';
import { type ServiceRequest, stubService } from '../../testing/service.js';
import type { Leg, LegGrant, LegOptions, LegState } from '../browser-calls/leg.js';
import { LegProblem } from '../browser-calls/problem.js';
import { type Line, useLine } from './line.js';

/** State by its position, as in React; effects run once. */
const react = vi.hoisted(() => {
  let cells: { value: unknown }[] = [];
  let cleanups: unknown[] = [];
  let position = 0;
  const cell = (initial: unknown): { value: unknown } => {
    const found = cells[position] ?? { value: initial };
    cells[position] = found;
    position += 1;
    return found;
  };
  return {
    mount: (): void => {
      cells = [];
      cleanups = [];
    },
    render: <T>(component: () => T): T => {
      position = 0;
      return component();
    },
    unmount: (): void => {
      for (const cleanup of cleanups) if (typeof cleanup === 'function') cleanup();
    },
    hooks: {
      useState: (initial: unknown) => {
        const state = cell(initial);
        const setState = (next: unknown): void => {
          state.value = typeof next === 'function' ? next(state.value) : next;
        };
        return [state.value, setState];
      },
      useRef: (current: unknown) => cell({ current }).value,
      useCallback: (callback: unknown) => cell(callback).value,
      useEffect: (effect: () => unknown): void => {
        const hasRun = cell(false);
        if (hasRun.value === true) return;
        hasRun.value = true;
        cleanups.push(effect());
      },
    },
  };
});

interface StubLeg {
  readonly grant: LegGrant;
  readonly businessId: string;
  /** What the page did with the leg. */
  readonly uses: string[];
  readonly report: (state: LegState) => void;
}

const legs: StubLeg[] = [];
/** The answer of a leg to a request. */
let answer = (): Promise<void> => Promise.resolve();

const joinLeg = (grant: LegGrant, { businessId, onState }: LegOptions): Leg => {
  const uses: string[] = [];
  const use = (name: string): Promise<void> => {
    uses.push(name);
    return answer();
  };
  legs.push({ grant, businessId, uses, report: onState });
  onState({ type: 'joining' });
  return {
    setMuted: (muted) => {
      uses.push(muted ? 'mute' : 'unmute');
    },
    takeOver: () => use('take over'),
    handBack: (note) => use(`hand back: ${note}`),
    pressKey: () => {
      throw new Error('unexpected use of pressKey');
    },
    levels: () => ({ me: 0, agent: 0, customer: 0 }),
    close: () => {
      uses.push('close');
    },
  };
};

vi.mock('react', () => react.hooks);
vi.mock('../session/session.js', () => ({ useBusinessId: () => 'business-1' }));
vi.mock('../browser-calls/leg.js', () => ({
  joinLeg: (grant: LegGrant, options: LegOptions) => joinLeg(grant, options),
}));

const GRANT = {
  callId: 'call-1',
  leg: { purpose: 'listen', token: 'token-1', signallingPath: '/api/v1/legs' },
};
const AGENT: LegState = { type: 'joined', speaker: 'agent' };
const ME: LegState = { type: 'joined', speaker: 'me' };
const OTHER: LegState = { type: 'joined', speaker: 'other' };
const DENIED = new LegProblem('microphone_denied', 'Allow the microphone.');

/** The code with which the service refuses a grant; null if it does not. */
let refusal: string | null = null;
/** Grants are given after this. */
let gate: Promise<unknown> = Promise.resolve();
let requests: readonly ServiceRequest[] = [];

beforeEach(() => {
  react.mount();
  legs.length = 0;
  answer = () => Promise.resolve();
  refusal = null;
  gate = Promise.resolve();
  requests = stubService(async () => {
    await gate;
    return refusal === null ? { data: GRANT } : { code: refusal };
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const Page = (): Line => useLine('call-1');
const line = (): Line => react.render(Page);

/** The first, or another, leg once it has joined. */
const legOf = (number = 1): Promise<StubLeg> =>
  vi.waitFor(() => {
    const leg = legs[number - 1];
    if (leg === undefined) throw new Error(`${legs.length} legs have joined`);
    return leg;
  });
const listen = (): Promise<StubLeg> => {
  line().listen();
  return legOf();
};
/** A line on which the user speaks. */
const speak = async (): Promise<StubLeg> => {
  line().takeOver();
  const leg = await legOf();
  leg.report(AGENT);
  leg.report(ME);
  return leg;
};
/** Waits for everything that can happen without the user. */
const settle = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setTimeout(resolve, 0));
};
const purposes = () => requests.map(({ body }) => body);

describe('listening', () => {
  test('begins off the call', () => {
    expect(line()).toMatchObject({ state: { type: 'none' }, muted: false, refused: null });
    expect(line().leg.current).toBeNull();
  });

  test('requests a grant, and joins with it', async () => {
    line().listen();
    expect(line().state).toEqual({ type: 'joining' });
    expect(await legOf()).toMatchObject({ grant: GRANT, businessId: 'business-1', uses: [] });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/voice/calls/call-1/legs',
        body: { businessId: 'business-1', purpose: 'listen' },
      },
    ]);
  });

  test('shows whether another person speaks', async () => {
    const leg = await listen();
    leg.report(AGENT);
    expect(line().state).toEqual({ type: 'listening', handedBack: false, otherSpeaks: false });
    leg.report(OTHER);
    expect(line().state).toEqual({ type: 'listening', handedBack: false, otherSpeaks: true });
    expect(leg.uses).toEqual([]);
  });

  test('ends with the call', async () => {
    const leg = await listen();
    leg.report(AGENT);
    leg.report({ type: 'ended', reason: 'call_ended' });
    expect(line().state).toEqual({ type: 'none' });
    expect(line().leg.current).toBeNull();
  });

  test('shows why the leg failed', async () => {
    const leg = await listen();
    leg.report({ type: 'failed', problem: DENIED });
    expect(line().state).toEqual({ type: 'failed', problem: DENIED });
    expect(line().leg.current).toBeNull();
  });

  test('shows why no grant was given', async () => {
    refusal = 'call_not_live';
    line().listen();
    await vi.waitFor(() => expect(line().state.type).toBe('failed'));
    expect(line().state).toEqual({
      type: 'failed',
      problem: {
        code: 'call_not_live',
        message: 'refused: call_not_live',
        requestId: 'request-1',
        details: [],
      },
    });
  });

  test('says what to do if the service has no browser audio', async () => {
    refusal = 'browser_legs_unavailable';
    line().listen();
    await vi.waitFor(() => expect(line().state.type).toBe('failed'));
    expect(line().state).toMatchObject({
      problem: { code: 'browser_legs_unavailable', message: expect.stringContaining('browser audio') },
    });
  });
});

describe('taking over', () => {
  test('waits until the leg is on the call, then speaks from the moment at which it is heard', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(5_000);
    line().takeOver();
    const leg = await legOf();
    expect(leg.uses).toEqual([]);
    leg.report(AGENT);
    expect(leg.uses).toEqual(['take over']);
    expect(line().state.type).toBe('listening');
    leg.report(ME);
    now.mockReturnValue(9_000);
    leg.report(ME);
    expect(line().state).toEqual({ type: 'speaking', since: 5_000 });
    expect(purposes()).toEqual([{ businessId: 'business-1', purpose: 'take_over' }]);
  });

  test('is not repeated by a leg that joins again', async () => {
    const leg = await speak();
    leg.report({ type: 'joining' });
    expect(line().state).toEqual({ type: 'joining' });
    leg.report(AGENT);
    expect(leg.uses).toEqual(['take over']);
  });

  test('again uses the same leg', async () => {
    const leg = await speak();
    leg.report(AGENT);
    line().takeOver();
    await settle();
    expect(leg.uses).toEqual(['take over', 'take over']);
    expect(requests).toHaveLength(1);
  });

  test('from listening leaves the call, and joins again to speak', async () => {
    const first = await listen();
    first.report(AGENT);
    line().takeOver();
    const second = await legOf(2);
    second.report(AGENT);
    expect(first.uses).toEqual(['close']);
    expect(second.uses).toEqual(['take over']);
    expect(purposes()).toMatchObject([{ purpose: 'listen' }, { purpose: 'take_over' }]);
  });

  test('joins again after the leg has ended', async () => {
    const leg = await speak();
    leg.report({ type: 'ended', reason: 'left' });
    line().takeOver();
    await legOf(2);
    expect(leg.uses).toEqual(['take over']);
  });

  test('that is refused is explained, and the user still listens', async () => {
    answer = () => Promise.reject(DENIED);
    line().takeOver();
    const leg = await legOf();
    leg.report(AGENT);
    await settle();
    expect(line().state.type).toBe('listening');
    expect(line().refused).toEqual({
      code: 'microphone_denied',
      message: 'Allow the microphone.',
      requestId: null,
      details: [],
    });
    answer = () => Promise.resolve();
    line().takeOver();
    expect(line().refused).toBeNull();
  });
});

describe('handing back', () => {
  test('passes the note on, and remembers that the user spoke', async () => {
    const leg = await speak();
    line().handBack('a table for two');
    expect(leg.uses).toEqual(['take over', 'hand back: a table for two']);
    leg.report(AGENT);
    expect(line().state).toEqual({ type: 'listening', handedBack: true, otherSpeaks: false });
    leg.report(OTHER);
    expect(line().state).toEqual({ type: 'listening', handedBack: true, otherSpeaks: true });
  });

  test('that is refused is explained, and the user still speaks', async () => {
    const leg = await speak();
    answer = () => Promise.reject(new LegProblem('not_speaking', 'You are not speaking.'));
    line().handBack('');
    await settle();
    expect(leg.uses).toEqual(['take over', 'hand back: ']);
    expect(line().refused?.code).toBe('not_speaking');
    expect(line().state.type).toBe('speaking');
  });

  test('does nothing off the call', async () => {
    line().handBack('a table for two');
    await settle();
    expect(line()).toMatchObject({ state: { type: 'none' }, refused: null });
  });
});

describe('leaving', () => {
  test('closes the leg, whose later states are ignored', async () => {
    const leg = await speak();
    line().leave();
    leg.report(ME);
    expect(leg.uses).toEqual(['take over', 'close']);
    expect(line().state).toEqual({ type: 'none' });
    expect(line().leg.current).toBeNull();
  });

  test('while the grant is requested joins no leg, and shows no refusal', async () => {
    for (const code of [null, 'call_not_live']) {
      const granting = deferred<void>();
      gate = granting.promise;
      refusal = code;
      line().listen();
      line().leave();
      granting.resolve();
      await settle();
      expect(legs).toEqual([]);
      expect(line()).toMatchObject({ state: { type: 'none' }, refused: null });
    }
  });

  test('is part of joining again: of two requests, the last one joins', async () => {
    const first = deferred<void>();
    gate = first.promise;
    line().listen();
    await settle();
    gate = Promise.resolve();
    line().takeOver();
    await legOf();
    first.resolve();
    await settle();
    expect(requests).toHaveLength(2);
    expect(legs).toHaveLength(1);
    legs[0]?.report(AGENT);
    expect(legs[0]?.uses).toEqual(['take over']);
  });

  test('happens when the page is left', async () => {
    const leg = await listen();
    react.unmount();
    expect(leg.uses).toEqual(['close']);
  });

  test('while the microphone is requested shows no refusal', async () => {
    const asking = deferred<void>();
    answer = () => asking.promise;
    line().takeOver();
    const leg = await legOf();
    leg.report(AGENT);
    line().leave();
    asking.reject(DENIED);
    await settle();
    expect(line().refused).toBeNull();
  });
});

describe('muting', () => {
  test('mutes the microphone of the leg, until it is unmuted', async () => {
    const leg = await speak();
    line().mute(true);
    expect(line().muted).toBe(true);
    line().mute(false);
    expect(line().muted).toBe(false);
    expect(leg.uses).toEqual(['take over', 'mute', 'unmute']);
  });

  test('ends with the leg', async () => {
    await speak();
    line().mute(true);
    line().leave();
    expect(line().muted).toBe(false);
  });
});
