/** The hang-ups of this page (./hang-ups.ts): sent to the service, also when the page is closed meanwhile. */
import { useCallback, useSyncExternalStore } from 'react';
import { ApiProblem, callApi } from '../../../api/client.js';
import { useBusinessId } from '../../session/session.js';
import { createHangUps, type HangUp } from './hang-ups.js';

/** The business of each call whose hang-up was pressed. */
const businesses = new Map<string, string>();

const hangUps = createHangUps<ApiProblem>({
  send: (callId, leaving) =>
    callApi('cancelVoiceCall', {
      path: { callId },
      query: { businessId: businesses.get(callId) ?? '' },
      outlivesPage: leaving,
    }),
  problemOf: (error) => {
    if (error instanceof ApiProblem) return error;
    throw error;
  },
});
window.addEventListener('pagehide', () => hangUps.flush());

export interface CallHangUp {
  readonly state: HangUp<ApiProblem>;
  readonly press: () => void;
  readonly undo: () => void;
}

/** The hang-up of one call. */
export const useHangUp = (callId: string): CallHangUp => {
  const businessId = useBusinessId();
  const state = useSyncExternalStore(hangUps.subscribe, () => hangUps.of(callId));
  const press = useCallback(() => {
    businesses.set(callId, businessId);
    hangUps.press(callId);
  }, [callId, businessId]);
  return { state, press, undo: useCallback(() => hangUps.undo(callId), [callId]) };
};
