/** How a leg reaches the media of a live call that is not attached anywhere yet. */
import t, { type Test } from 'tap';
import type { SideEvents } from '../../../media/legs/leg-side.js';
import { createLineSide } from '../../../media/legs/line-side.js';
import type { CallLine } from '../../../media/operators/call-line.js';
import type { VoiceCallStatus } from '../../../schemas/calls/voice-call.js';
import { DomainError } from '../../../schemas/errors.js';

const EVENTS: SideEvents = {
  say: () => undefined,
  onSpeaker: () => undefined,
  onEnd: () => undefined,
};
const LINE: CallLine = {
  speak: () => undefined,
  takeOver: async () => undefined,
  handBack: async () => undefined,
  close: () => undefined,
};

/** A call whose media is there at attempt number `mediaAfter`; each query of its status takes `lookMs`. */
const callWith = ({
  status,
  mediaAfter,
  lookMs = 0,
}: {
  readonly status: VoiceCallStatus;
  readonly mediaAfter: number;
  readonly lookMs?: number;
}) => {
  let attempts = 0;
  let now = 0;
  const side = createLineSide(
    {
      lines: {
        open: async () => {
          attempts += 1;
          if (attempts < mediaAfter) throw new DomainError('call_not_live');
          return LINE;
        },
      },
      now: () => now,
      status: async () => {
        now += lookMs;
        return status;
      },
    },
    { businessId: 'b1', callId: 'c1', by: { type: 'user', id: 'u1' }, purpose: 'listen' },
  );
  return { side, attempts: () => attempts };
};

/** Keeps the process alive; the wait between two attempts does not. */
const keepAlive = (t: Test): void => {
  const timer = setInterval(() => undefined, 1_000);
  t.teardown(() => clearInterval(timer));
};

for (const status of ['ringing', 'answered'] as const)
  t.test(`waits for the media of a call that is ${status}`, async (t) => {
    keepAlive(t);
    const { side, attempts } = callWith({ status, mediaAfter: 3 });
    await side.open(EVENTS);
    t.equal(attempts(), 3);
  });

t.test('does not wait for a call that has ended', async (t) => {
  const { side, attempts } = callWith({ status: 'completed', mediaAfter: 3 });
  await t.rejects(side.open(EVENTS), new DomainError('call_not_live'));
  t.equal(attempts(), 1);
});

t.test('a leg whose media does not appear within five seconds may try again', async (t) => {
  keepAlive(t);
  const { side, attempts } = callWith({ status: 'answered', mediaAfter: 9, lookMs: 2_500 });
  await t.rejects(side.open(EVENTS), new DomainError('not_ready'));
  t.equal(attempts(), 2);
});
