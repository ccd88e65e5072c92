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
/** Active voices are repeated every 2 s (docs/how-to/live-updates.md); older ones have ended, ms. */
const EXPIRED_MS = 5_000;
/** Calls updated per frame of the screen: events cover all calls at once, and input should not wait for all of them. */
const CALLS_PER_FRAME = 6;

export interface VoiceBoard {
  of(callId: string): CallVoices;
  /** When either side was last heard, ms since the epoch; 0 if it was not heard on this page. */
  lastHeardAt(callId: string): number;
  subscribe(callId: string, listener: () => void): () => void;
  handleEvents(events: readonly LiveEvent[]): void;
  /** Silences voices whose last event is too old. */
  sweep(): void;
}

const createVoiceBoard = (): VoiceBoard => {
  const voices = new Map<string, CallVoices & { readonly at: number }>();
  const heardAt = new Map<string, number>();
  const subscribers = new Map<string, Set<() => void>>();
  const pending = new Set<string>();
  const notifySome = (): void => {
    for (const callId of [...pending].slice(0, CALLS_PER_FRAME)) {
      pending.delete(callId);
      for (const listener of subscribers.get(callId) ?? []) listener();
    }
    if (pending.size > 0) requestAnimationFrame(notifySome);
  };
  const notify = (callId: string): void => {
    if (!subscribers.has(callId)) return;
    if (pending.size === 0) requestAnimationFrame(notifySome);
    pending.add(callId);
  };
  const silence = (callId: string): void => {
    if (voices.delete(callId)) notify(callId);
  };
  return {
    of: (callId) => voices.get(callId) ?? SILENCE,
    lastHeardAt: (callId) => heardAt.get(callId) ?? 0,
    subscribe: (callId, listener) => {
      const listeners = subscribers.get(callId) ?? new Set();
      subscribers.set(callId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) subscribers.delete(callId);
      };
    },
    handleEvents: (events) => {
      const at = Date.now();
      for (const event of events) {
        if (event.type === 'call.ended') {
          silence(event.callId);
          heardAt.delete(event.callId);
        }
        // The hypothesis is now part of the transcript.
        const before = event.type === 'call.turn' ? voices.get(event.callId) : undefined;
        if (event.type === 'call.turn' && event.turn.speaker === 'customer' && before !== undefined) {
          voices.set(event.callId, { ...before, words: '' });
          notify(event.callId);
        }
        if (event.type !== 'call.voices') continue;
        for (const { callId, customer, agent, words } of event.calls) {
          voices.set(callId, { customer, agent, words, at });
          if (customer > 0 || agent > 0) heardAt.set(callId, at);
          notify(callId);
        }
      }
    },
    sweep: () => {
      const cutoff = Date.now() - EXPIRED_MS;
      for (const [callId, { at }] of [...voices]) if (at < cutoff) silence(callId);
    },
  };
};

/** The voices of the page that is shown. */
export const useVoiceBoard = (): VoiceBoard => {
  const board = useMemo(createVoiceBoard, []);
  useVoiceEvents();
  useLiveEvents(board.handleEvents);
  useEffect(() => {
    const timer = setInterval(board.sweep, 1_000);
    return () => clearInterval(timer);
  }, [board]);
  return board;
};

export const useVoices = (board: VoiceBoard, callId: string): CallVoices => {
  const subscribe = useCallback((listener: () => void) => board.subscribe(callId, listener), [board, callId]);
  return useSyncExternalStore(subscribe, () => board.of(callId));
};
