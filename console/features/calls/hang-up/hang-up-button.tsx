/** Ends a call: a press starts the countdown, during which it can be undone; a second press ends the call now. */
import type { ReactNode } from 'react';
import { Problem } from '../../../ui/states.js';
import { CALL } from '../messages.js';
import { Countdown } from './countdown.js';
import type { CallHangUp } from './use-hang-up.js';

export const HangUpButton = ({
  hangUp: { state, press, undo },
}: {
  readonly hangUp: CallHangUp;
}): ReactNode => (
  <>
    {/* The same button throughout, so that a second press needs no aiming. */}
    <button
      type="button"
      className="danger"
      disabled={state.type === 'sending'}
      onClick={press}
      aria-keyshortcuts="h"
    >
      {state.type === 'pending' ? CALL.hangUpNow : CALL.hangUp}
    </button>
    {state.type === 'pending' && (
      <>
        <button type="button" className="plain" onClick={undo} aria-keyshortcuts="u">
          {CALL.undo}
        </button>
        {/* Said once: the countdown is not read out second by second. */}
        <span role="status" className="hidden">
          {CALL.hangingUp}
        </span>
        <Countdown until={state.endsAt} textOf={CALL.endsIn} />
      </>
    )}
    {state.type === 'failed' && <Problem problem={state.problem} />}
  </>
);
