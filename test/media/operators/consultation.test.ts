/** A consultation: the colleague and the customer hear each other, and both learn how it ends. */
import t from 'tap';
import type { CallLine, CallLines, LineEvents, LineRequest } from '../../../media/operators/call-line.js';
import { createConsultation } from '../../../media/operators/consultation.js';
import type { ErrorCode } from '../../../schemas/error-table.js';
import { DomainError } from '../../../schemas/errors.js';
import { until } from '../../../testkit/until.js';

const frame = (byte: number): Uint8Array => new Uint8Array(160).fill(byte);

interface Opened {
  readonly request: LineRequest;
  readonly events: LineEvents;
  readonly spoken: number[];
  isClosed: boolean;
}

/** A consultation whose customer's call refuses what `refuse` returns, in order; then it accepts. */
const consultation = (refuse: readonly ErrorCode[] = []) => {
  const opened: Opened[] = [];
  const refusals = [...refuse];
  const events: string[] = [];
  const heard: number[] = [];
  let now = 0;
  const lines: CallLines = {
    open: async (request, lineEvents) => {
      const refusal = refusals.shift();
      if (refusal !== undefined && refusal !== 'call_taken_over') throw new DomainError(refusal);
      const entry: Opened = { request, events: lineEvents, spoken: [], isClosed: false };
      opened.push(entry);
      const line: CallLine = {
        speak: (audio) => void entry.spoken.push(audio[0] ?? 0),
        takeOver: async () => {
          if (refusal === 'call_taken_over') throw new DomainError(refusal);
        },
        handBack: async () => undefined,
        close: () => {
          entry.isClosed = true;
        },
      };
      return line;
    },
  };
  const subject = createConsultation({
    lines,
    businessId: 'b1',
    callId: 'customer-call',
    by: { type: 'call', id: 'colleague-call' },
    onConnected: () => void events.push('connected'),
    onCustomer: (audio) => void heard.push(audio[0] ?? 0),
    onDisconnected: (why) => void events.push(why),
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
  });
  return { subject, opened, events, heard };
};

t.test('each hears the other once they are connected', async (t) => {
  const { subject, opened, events, heard } = consultation();
  subject.hear(frame(1));
  t.match(await subject.connect(), { outcome: 'done' });
  t.match(opened, [
    { request: { businessId: 'b1', callId: 'customer-call', by: { type: 'call' }, purpose: 'take_over' } },
  ]);
  subject.hear(frame(2));
  subject.hear(new Uint8Array(80));
  opened[0]?.events.onFrame({ atMs: 0, customer: frame(3), agent: frame(4) });
  opened[0]?.events.onFrame({ atMs: 20, customer: null, agent: frame(5) });
  t.same(opened[0]?.spoken, [2], 'not what the colleague said before, and only whole frames');
  t.same(heard, [3], 'the customer, and not the colleague’s own voice');
  t.same(events, ['connected']);
  t.match(await subject.connect(), { outcome: 'done' }, 'a second request changes nothing');
  t.equal(opened.length, 1);
});

t.test('a customer whose call has ended, or who speaks with somebody else, is not connected', async (t) => {
  const taken = consultation(['call_taken_over']);
  t.match(await taken.subject.connect(), { outcome: 'failed', result: /^Somebody else/ });
  t.equal(taken.opened[0]?.isClosed, true);
  const gone = consultation(Array.from({ length: 100 }, () => 'call_not_live' as const));
  t.match(await gone.subject.connect(), { outcome: 'failed', result: /hung up/ });
  t.same([gone.events, gone.opened], [[], []]);
});

t.test('the colleague learns that the customer has hung up', async (t) => {
  const { subject, opened, events } = consultation();
  await subject.connect();
  opened[0]?.events.onEnd('ended');
  await until('the agent is back', async () => (events.length === 2 ? true : null));
  t.match(events[1], /^The customer has hung up/);
  subject.hear(frame(1));
  t.same(opened[0]?.spoken, [], 'nothing goes to a line that has ended');
});

t.test('a customer whose media moves to another node is connected again', async (t) => {
  const { subject, opened, events, heard } = consultation();
  await subject.connect();
  opened[0]?.events.onEnd('lost');
  await until('the line is opened again', async () => (opened.length === 2 ? true : null));
  opened[0]?.events.onFrame({ atMs: 0, customer: frame(8), agent: null });
  opened[1]?.events.onFrame({ atMs: 0, customer: frame(9), agent: null });
  t.same([heard, events], [[9], ['connected']]);
});

t.test('its line leaves when the consultation ends', async (t) => {
  const { subject, opened, events } = consultation();
  await subject.connect();
  subject.close();
  t.equal(opened[0]?.isClosed, true);
  opened[0]?.events.onEnd('lost');
  await new Promise(setImmediate);
  t.same([opened.length, events], [1, ['connected']], 'and is not opened again');
});
