/** Plays conversations of simulated customers in virtual time: on calls here, in writing by the written path. */
import { rehearseInWriting } from '../../operations/simulations/in-writing.js';
import type { Rehearse } from '../../operations/simulations/rehearse.js';
import { rehearseCall } from './call.js';
import { realTime } from './clock.js';
import type { RehearsalDeps } from './deps.js';

/** Conversations run concurrently on the event loop, as many as there are slots. */
export const createRehearse =
  ({ slots, time = realTime, ...deps }: RehearsalDeps): Rehearse =>
  async (request, signal) => {
    const release = await slots.take(request.businessId, signal);
    try {
      return request.channel === 'voice'
        ? await rehearseCall(request, { ...deps, time }, signal)
        : await rehearseInWriting(request, { ...deps, now: time.now }, signal);
    } finally {
      release();
    }
  };
