/** Talks to an agent through the browser's microphone: a separate call, which is hung up when the page is left. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem, callApi } from '../../../api/client.js';
import type { Leg, LegState } from '../../browser-calls/leg.js';
import { LegProblem, type LegProblemFacts } from '../../browser-calls/problem.js';
import { useBusinessId } from '../../session/session.js';
import { AGENTS } from '../messages.js';
import type { Tested } from './tested.js';

type TalkState =
  | { readonly type: 'idle' }
  | { readonly type: 'starting' }
  | { readonly type: 'talking'; readonly callId: string; readonly isJoined: boolean }
  | { readonly type: 'ended'; readonly callId: string }
  /** `callId` is null if no call was started. */
  | { readonly type: 'failed'; readonly problem: LegProblemFacts; readonly callId: string | null };

export interface Talk {
  readonly state: TalkState;
  readonly muted: boolean;
  readonly leg: { readonly current: Leg | null };
  start(agentId: string, tested: Tested): void;
  mute(muted: boolean): void;
  hangUp(): void;
}

/** One conversation at a time. */
export const useTalk = (): Talk => {
  const businessId = useBusinessId();
  const [state, setState] = useState<TalkState>({ type: 'idle' });
  const [muted, setMuted] = useState(false);
  const leg = useRef<Leg | null>(null);
  /** Incremented whenever a conversation starts or the page is left; results of an earlier turn are dropped. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
      leg.current?.close();
    },
    [],
  );

  const start = useCallback(
    async (agentId: string, { variables, ...tested }: Tested): Promise<void> => {
      turn.current += 1;
      const thisTurn = turn.current;
      leg.current?.close();
      setMuted(false);
      setState({ type: 'starting' });
      try {
        const [{ joinLeg }, { openMicrophone }] = await Promise.all([
          import('../../browser-calls/leg.js'),
          import('../../browser-calls/microphone.js'),
        ]);
        // Without a microphone no call is started, and nothing is charged.
        const microphone = await openMicrophone();
        microphone.stop();
        if (thisTurn !== turn.current) return;
        const grant = await callApi('startTestCall', {
          body: { businessId, agentId, testVariables: variables, ...tested },
        });
        const { callId } = grant;
        const onState = (legState: LegState): void => {
          if (thisTurn !== turn.current) return;
          if (legState.type === 'ended' || legState.type === 'failed') leg.current = null;
          setState(stateAfter(callId, legState));
        };
        const joined = joinLeg(grant, { businessId, onState });
        if (thisTurn === turn.current) leg.current = joined;
        else joined.close();
      } catch (error) {
        if (!(error instanceof ApiProblem || error instanceof LegProblem)) throw error;
        if (thisTurn === turn.current)
          setState({ type: 'failed', problem: withOwnMessage(error), callId: null });
      }
    },
    [businessId],
  );

  return {
    state,
    muted,
    leg,
    start: (agentId, tested) => void start(agentId, tested),
    mute: (wanted) => {
      leg.current?.setMuted(wanted);
      setMuted(wanted);
    },
    hangUp: () => leg.current?.close(),
  };
};

const withOwnMessage = (problem: LegProblemFacts): LegProblemFacts => {
  const { code, requestId, details } = problem;
  if (code !== 'browser_legs_unavailable') return problem;
  return { code, requestId, details, message: AGENTS.talk.unavailable };
};

const stateAfter = (callId: string, legState: LegState): TalkState => {
  switch (legState.type) {
    case 'joining':
      return { type: 'talking', callId, isJoined: false };
    case 'joined':
      return { type: 'talking', callId, isJoined: true };
    case 'ended':
      return { type: 'ended', callId };
    case 'failed':
      return { type: 'failed', problem: withOwnMessage(legState.problem), callId };
    default:
      return legState satisfies never;
  }
};
