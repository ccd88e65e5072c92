/** The user's place on a call, through their browser: to listen, and to speak in the agent's place. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem, callApi } from '../../api/client.js';
import type { Leg, LegState } from '../browser-calls/leg.js';
import type { LegProblemFacts } from '../browser-calls/problem.js';
import { useBusinessId } from '../session/session.js';
import { LIVE } from './messages.js';

type LineState =
  | { readonly type: 'none' }
  | { readonly type: 'joining' }
  /** `handedBack`: this user spoke before; `otherSpeaks`: another person is speaking now. */
  | { readonly type: 'listening'; readonly handedBack: boolean; readonly otherSpeaks: boolean }
  | { readonly type: 'speaking'; readonly since: number }
  | { readonly type: 'failed'; readonly problem: LegProblemFacts };

export interface Line {
  readonly state: LineState;
  readonly muted: boolean;
  /** Why the last request was refused; null if it was not. */
  readonly refused: LegProblemFacts | null;
  readonly leg: { readonly current: Leg | null };
  listen(): void;
  takeOver(): void;
  handBack(note: string): void;
  mute(muted: boolean): void;
  leave(): void;
}

type Purpose = 'listen' | 'take_over';

/** The problem as pages show it; if the service has no browser audio, the message says what to do. */
const factsOf = (error: unknown): LegProblemFacts => {
  if (error instanceof ApiProblem && error.code === 'browser_legs_unavailable')
    return { ...error, message: LIVE.unavailable };
  if (error instanceof Error && 'code' in error && 'requestId' in error && 'details' in error) {
    const { code, message, requestId, details } = error;
    return {
      code: String(code),
      message,
      requestId: typeof requestId === 'string' ? requestId : null,
      details: Array.isArray(details) ? details : [],
    };
  }
  throw error;
};

/** The line to one call; it is left when the component unmounts. */
export const useLine = (callId: string): Line => {
  const businessId = useBusinessId();
  const [state, setState] = useState<LineState>({ type: 'none' });
  const [refused, setRefused] = useState<LegProblemFacts | null>(null);
  const [muted, setMuted] = useState(false);
  const leg = useRef<Leg | null>(null);
  const purpose = useRef<Purpose>('listen');
  /** Incremented whenever the user joins or leaves; results of an earlier turn are dropped. */
  const turn = useRef(0);

  const leave = useCallback((): void => {
    turn.current += 1;
    leg.current?.close();
    leg.current = null;
    setMuted(false);
    setState({ type: 'none' });
  }, []);
  useEffect(() => leave, [leave]);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setRefused(null);
    const thisTurn = turn.current;
    try {
      await work();
    } catch (error) {
      if (thisTurn === turn.current) setRefused(factsOf(error));
    }
  };

  const join = async (wanted: Purpose): Promise<void> => {
    leave();
    const thisTurn = turn.current;
    setRefused(null);
    setState({ type: 'joining' });
    let shouldSpeak = wanted === 'take_over';
    const onState = (legState: LegState): void => {
      if (thisTurn !== turn.current) return;
      if (legState.type === 'joined' && shouldSpeak) {
        shouldSpeak = false;
        void attempt(async () => leg.current?.takeOver());
      }
      if (legState.type === 'ended' || legState.type === 'failed') leg.current = null;
      setState((before) => stateAfter(before, legState));
    };
    try {
      const grant = await callApi('openLeg', { path: { callId }, body: { businessId, purpose: wanted } });
      const { joinLeg } = await import('../browser-calls/leg.js');
      if (thisTurn !== turn.current) return;
      purpose.current = wanted;
      leg.current = joinLeg(grant, { businessId, onState });
    } catch (error) {
      if (thisTurn === turn.current) setState({ type: 'failed', problem: factsOf(error) });
    }
  };

  return {
    state,
    muted,
    refused,
    leg,
    leave,
    listen: () => void join('listen'),
    takeOver: () => {
      if (leg.current !== null && purpose.current === 'take_over')
        void attempt(async () => leg.current?.takeOver());
      else void join('take_over');
    },
    handBack: (note) => void attempt(async () => leg.current?.handBack(note)),
    mute: (wanted) => {
      leg.current?.setMuted(wanted);
      setMuted(wanted);
    },
  };
};

const stateAfter = (before: LineState, legState: LegState): LineState => {
  switch (legState.type) {
    case 'joining':
      return { type: 'joining' };
    case 'joined': {
      if (legState.speaker === 'me')
        return before.type === 'speaking' ? before : { type: 'speaking', since: Date.now() };
      const handedBack = before.type === 'speaking' || (before.type === 'listening' && before.handedBack);
      return { type: 'listening', handedBack, otherSpeaks: legState.speaker === 'other' };
    }
    case 'ended':
      return { type: 'none' };
    case 'failed':
      return { type: 'failed', problem: legState.problem };
    default:
      return legState satisfies never;
  }
};
