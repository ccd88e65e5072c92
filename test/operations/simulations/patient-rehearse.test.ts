/** Conversations that the machine was too slow for are played again. */
import t from 'tap';
import { patientRehearse } from '../../../operations/simulations/patient-rehearse.js';
import { requestOf } from '../../media/rehearsal/stage.js';

const signal = new AbortController().signal;

/** Too slow that often; counts how often it has played. */
const slowFor = (times: number) => {
  let played = 0;
  return {
    played: () => played,
    rehearse: async () => {
      played += 1;
      const tooSlow = played <= times ? { behindMs: 900 } : null;
      return { lines: [], toolUses: [], endReason: null, answerMs: [], problem: null, tooSlow };
    },
  };
};

t.test('plays again until the machine is fast enough, three times at most', async (t) => {
  const once = slowFor(1);
  t.equal((await patientRehearse(once.rehearse)(requestOf(), signal)).tooSlow, null);
  t.equal(once.played(), 2);
  const always = slowFor(100);
  t.same((await patientRehearse(always.rehearse)(requestOf(), signal)).tooSlow, { behindMs: 900 });
  t.equal(always.played(), 3);
});

t.test('does not use live tools again', async (t) => {
  const once = slowFor(1);
  const live = requestOf({ tools: { mode: 'live' } });
  t.same((await patientRehearse(once.rehearse)(live, signal)).tooSlow, { behindMs: 900 });
  t.equal(once.played(), 1);
});
