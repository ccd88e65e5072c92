/** Effects of a business: notify waiting calls of their line, and check that silent calls are alive. */
import type { BusinessEffect } from './commands.js';
import type { BusinessState } from './state.js';

export const effects = (state: BusinessState): Readonly<Record<string, BusinessEffect>> => {
  const owed: Record<string, BusinessEffect> = {};
  for (const [callId, admission] of Object.entries(state.admissions)) {
    if (admission.line === 'leased' && !admission.notified)
      owed[`notify:${callId}`] = { kind: 'notify_line', callId };
    if (admission.checking)
      owed[`check:${callId}:${admission.checkAt}`] = {
        kind: 'check_call',
        callId,
        hasLine: admission.line === 'leased',
      };
  }
  return owed;
};
