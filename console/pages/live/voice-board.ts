/** The current speaker of each call; each row of the live page subscribes only to its own call. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLiveEvents, useVoiceEvents } from '../../api/live.js';
import type { LiveEvent } from '../../api/operations.js';

export interface CallVoices {
  /** From 0 (silent) to 4. */
  readonly customer: number;
  readonly agent: number;
  /** What the customer is saying. */
  readonly words: string;
}

const SILENCE: CallVoices = { customer: 0, agent: 0, words: '' };
/** Active voices are repeated every 2 s (docs/live.md); older ones have ended, ms. */
const OVER_MS = 5_000;
/** Calls updated per frame of the screen: events cover all calls at once, and input should not wait for all of them. */
const A_FRAME = 6;

export interface VoiceBoard {
  of(callId: string): CallVoices;
  subscribe(callId: string, changed: () => void): () => void;
  told(events: readonly LiveEvent[]): void;
  /** Silences voices whose last event is too old. */
  sweep(): void;
}

const createVoiceBoard = (): VoiceBoard => {
  const voices = new Map<string, CallVoices & { readonly at: number }>();
  const watching = new Map<string, Set<() => void>>();
  const untold = new Set<string>();
  const tellSome = (): void => {
    for (const callId of [...untold].slice(0, A_FRAME)) {
      untold.delete(callId);
      for (const changed of watching.get(callId) ?? []) changed();
    }
    if (untold.size > 0) requestAnimationFrame(tellSome);
  };
  const tell = (callId: string): void => {
    if (!watching.has(callId)) return;
    if (untold.size === 0) requestAnimationFrame(tellSome);
    untold.add(callId);
  };
  const silence = (callId: string): void => {
    if (voices.delete(callId)) tell(callId);
  };
  return {
    of: (callId) => voices.get(callId) ?? SILENCE,
    subscribe: (callId, changed) => {
      const others = watching.get(callId) ?? new Set();
      watching.set(callId, others.add(changed));
      return () => {
        others.delete(changed);
        if (others.size === 0) watching.delete(callId);
      };
    },
    told: (events) => {
      const at = Date.now();
      for (const event of events) {
        if (event.type === 'call.ended') silence(event.callId);
        // The hypothesis is now part of the transcript.
        const before = event.type === 'call.turn' ? voices.get(event.callId) : undefined;
        if (event.type === 'call.turn' && event.turn.speaker === 'customer' && before !== undefined) {
          voices.set(event.callId, { ...before, words: '' });
          tell(event.callId);
        }
        if (event.type !== 'call.voices') continue;
        for (const { callId, customer, agent, words } of event.calls) {
          voices.set(callId, { customer, agent, words, at });
          tell(callId);
        }
      }
    },
    sweep: () => {
      const before = Date.now() - OVER_MS;
      for (const [callId, { at }] of [...voices]) if (at < before) silence(callId);
    },
  };
};

/** The voices of the page that is shown. */
export const useVoiceBoard = (): VoiceBoard => {
  const board = useMemo(createVoiceBoard, []);
  useVoiceEvents();
  useLiveEvents(board.told);
  useEffect(() => {
    const timer = setInterval(board.sweep, 1_000);
    return () => clearInterval(timer);
  }, [board]);
  return board;
};

export const useVoices = (board: VoiceBoard, callId: string): CallVoices => {
  const subscribe = useCallback((changed: () => void) => board.subscribe(callId, changed), [board, callId]);
  return useSyncExternalStore(subscribe, () => board.of(callId));
};
