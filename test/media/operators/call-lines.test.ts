/** Lines to a call over a real NATS server: listening, speaking, refused requests, and lines that count as gone. */
import { randomUUID } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import t from 'tap';
import type { CallLine, LineFrame, LineRequest } from '../../../media/operators/call-line.js';
import { createCallLines } from '../../../media/operators/call-lines.js';
import { createLineCount, createLineHost, type LineHost } from '../../../media/operators/line-host.js';
import { hostSubject } from '../../../media/operators/line-messages.js';
import { DomainError } from '../../../schemas/errors.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { createManualClock } from '../audio/manual-clock.js';

const BUSINESS = 'b1';
const frame = (byte: number): Uint8Array => new Uint8Array(160).fill(byte);

interface Listener {
  readonly line: CallLine;
  readonly frames: LineFrame[];
  readonly speakers: string[];
  readonly ends: string[];
}

const nats = await startNats(t);
let callsStarted = 0;

/** The media of a call of its own, with a session that grants every request, and operators on their own connections. */
const startCall = async (t: Lifetime) => {
  callsStarted += 1;
  const callId = `c${callsStarted}`;
  const clock = createManualClock(1_000);
  const connection = async (): Promise<NatsConnection> => {
    const nc = await connect({ servers: nats.url });
    t.teardown(() => nc.close());
    return nc;
  };
  const events: string[] = [];
  const spoken: number[] = [];
  const count = createLineCount();
  let ending = false;
  const hostOn = (nc: NatsConnection, host: string): LineHost => {
    const lines = createLineHost({
      nc,
      businessId: BUSINESS,
      callId,
      host,
      now: clock.now,
      originMs: 1_000,
      count,
      takeOver: (line, by) => {
        if (ending) return;
        events.push(`taken over by ${by.id}`);
        lines.setSpeaker(line);
      },
      hear: (audio) => void spoken.push(audio[0] ?? 0),
      handBack: (note, reason) => {
        events.push(`handed back ${reason === 'line_left' ? 'as they left' : `with "${note}"`}`);
        lines.setSpeaker(null);
      },
      onNote: (id, text) => void events.push(`note ${id}: ${text}`),
      onJoined: (_line, { by, purpose }) => events.push(`${by.id} joined to ${purpose}`),
      onLeft: () => events.push('left'),
    });
    return lines;
  };
  const own = await connection();
  return {
    callId,
    clock,
    events,
    spoken,
    own,
    hostOn,
    connection,
    host: hostOn(own, 'h1'),
    endSoon: () => {
      ending = true;
    },
    /** `now`: the clock of the listener. */
    join: async (
      nc: NatsConnection,
      request: Partial<LineRequest> = {},
      now: () => number = () => 0,
    ): Promise<Listener> => {
      const frames: LineFrame[] = [];
      const speakers: string[] = [];
      const ends: string[] = [];
      const line = await createCallLines({ nc, newId: randomUUID, now }).open(
        { businessId: BUSINESS, callId, by: { type: 'user', id: 'u1' }, purpose: 'listen', ...request },
        {
          onFrame: (heard) => void frames.push(heard),
          onSpeaker: (speaker) =>
            void speakers.push(speaker.type === 'agent' ? 'agent' : speaker.me ? 'me' : 'somebody'),
          onEnd: (reason) => void ends.push(reason),
        },
      );
      t.teardown(() => line.close());
      return { line, frames, speakers, ends };
    },
    /** Performs `count` ticks; in each, both sides produce a frame if `sides` is set. */
    tick: async (host: LineHost, count = 1, sides = true): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        clock.advance();
        if (sides) {
          host.onRecorded('customer', frame(1));
          host.onRecorded('agent', frame(2));
        }
        host.tick();
        await new Promise(setImmediate);
      }
    },
  };
};

t.test('listeners hear both sides, on the media connection and on a connection of their own', async (t) => {
  const call = await startCall(t);
  const near = await call.join(call.own);
  const far = await call.join(await call.connection(), { by: { type: 'key', id: 'k1' } });
  await call.tick(call.host, 6);
  for (const { frames, speakers } of [near, far]) {
    const heard = await until('frames', () => {
      const both = frames.filter(({ customer, agent }) => customer !== null && agent !== null);
      return both.length >= 4 && both;
    });
    t.same(heard[0]?.customer, frame(1));
    t.same(heard[0]?.agent, frame(2));
    const times = frames.map(({ atMs }) => atMs);
    t.same(
      times,
      times.map((_, index) => (times[0] ?? 0) + 20 * index),
    );
    t.same(speakers, ['agent'], 'notified once');
  }
  t.same(call.events, ['u1 joined to listen', 'k1 joined to listen']);
  await call.tick(call.host, 4, false);
  await until('silence', () => far.frames.at(-1)?.customer === null && far.frames.at(-1)?.agent === null);
});

t.test('sends nothing while there is no listener', async (t) => {
  const call = await startCall(t);
  const eavesdropper = await call.connection();
  let messages = 0;
  eavesdropper.subscribe(`line.${BUSINESS}.${call.callId}.>`, {
    callback: () => {
      messages += 1;
    },
  });
  await eavesdropper.flush();
  await call.tick(call.host, 20);
  await call.own.flush();
  await eavesdropper.flush();
  t.equal(messages, 0);
  const listener = await call.join(call.own);
  listener.line.close();
  await until('the line is released', () => call.events.includes('left'));
  await eavesdropper.flush();
  const before = messages;
  await call.tick(call.host, 20);
  await call.own.flush();
  await eavesdropper.flush();
  t.equal(messages, before);
});

t.test('refuses requests that name another business or another call', async (t) => {
  const call = await startCall(t);
  const stranger = await call.connection();
  await t.rejects(call.join(stranger, { businessId: 'b2' }), new DomainError('call_not_live'));
  await t.rejects(call.join(stranger, { callId: 'another' }), new DomainError('call_not_live'));
  t.same(call.events, []);
});

t.test('one line speaks at a time; audio of the others is dropped', async (t) => {
  const call = await startCall(t);
  const nc = await call.connection();
  const operator = await call.join(nc, { purpose: 'take_over' });
  const secondOperator = await call.join(nc, { purpose: 'take_over', by: { type: 'user', id: 'u2' } });
  const listener = await call.join(nc);
  operator.line.speak(frame(9));
  await operator.line.takeOver();
  await operator.line.takeOver();
  await t.rejects(secondOperator.line.takeOver(), new DomainError('call_taken_over'));
  await t.rejects(listener.line.takeOver(), new DomainError('leg_purpose_wrong'));
  operator.line.speak(frame(7));
  operator.line.speak(new Uint8Array(159));
  secondOperator.line.speak(frame(8));
  await until('the operator is heard', () => call.spoken.length > 0);
  await until('the listener is notified', () => listener.speakers.at(-1) === 'somebody');
  t.same(operator.speakers.at(-1), 'me');
  await operator.line.handBack('She wants a table.');
  t.same(call.spoken, [7]);
  await until('the listener is notified', () => listener.speakers.at(-1) === 'agent');
  await secondOperator.line.takeOver();
  secondOperator.line.close();
  await until('the line has left', () => call.events.at(-1) === 'left');
  t.same(call.events.slice(3), [
    'taken over by u1',
    'handed back with "She wants a table."',
    'taken over by u2',
    'handed back as they left',
    'left',
  ]);
  call.endSoon();
  await t.rejects(operator.line.takeOver(), new DomainError('call_not_live'));
});

t.test('drops operator audio beyond one second of speech', async (t) => {
  const call = await startCall(t);
  const operator = await call.join(call.own, { purpose: 'take_over' });
  await operator.line.takeOver();
  for (let sent = 0; sent < 1_000; sent += 1) operator.line.speak(frame(5));
  await call.own.flush();
  await until('50 frames are heard', () => call.spoken.length >= 50);
  await operator.line.handBack('');
  t.equal(call.spoken.length, 50);
  // Malformed messages are ignored.
  for (const bytes of ['', 'x', '{', 'x'.repeat(196)])
    call.own.publish(hostSubject(BUSINESS, call.callId, 'h1', 'said'), bytes);
  call.own.publish(hostSubject(BUSINESS, call.callId, 'h1', 'ask'), '{"type":"take_over"}');
  call.own.publish(hostSubject(BUSINESS, call.callId, 'h1', 'heard'), Uint8Array.of(1, 2));
  await call.tick(call.host, 3);
  await until('frames arrive again', () => operator.frames.length > 0);
  t.equal(call.spoken.length, 50);
});

t.test('a line that sends nothing for four seconds has left, and hands back', async (t) => {
  const call = await startCall(t);
  const nc = await call.connection();
  const operator = await call.join(nc, { purpose: 'take_over' });
  await operator.line.takeOver();
  await nc.close();
  await call.tick(call.host, 195);
  t.notOk(call.events.includes('left'));
  await call.tick(call.host, 10);
  t.same(call.events.slice(-2), ['handed back as they left', 'left']);
});

t.test('media that ends notifies its lines; media that disappears is reported as lost', async (t) => {
  const call = await startCall(t);
  const ended = await call.join(call.own);
  call.host.end('ended');
  await until('the line ends', () => ended.ends.length > 0);
  t.same(ended.ends, ['ended']);
  await t.rejects(ended.line.takeOver(), new DomainError('call_not_live'));
  await t.rejects(call.join(call.own), new DomainError('call_not_live'));

  const nc = await call.connection();
  call.hostOn(nc, 'h2');
  await nc.flush();
  let now = 0;
  const lost = await call.join(call.own, {}, () => now);
  await nc.close();
  now = 4_001;
  await until('the line ends', () => lost.ends.length > 0);
  t.same(lost.ends, ['lost']);
});

t.test('a line ignores another session of the same call', async (t) => {
  const call = await startCall(t);
  const listener = await call.join(call.own);
  const secondHost = call.hostOn(call.own, 'h2');
  t.teardown(() => secondHost.end('lost'));
  await call.join(call.own);
  t.equal(call.events.length, 3, 'both sessions answered');
  await call.tick(secondHost, 5);
  secondHost.end('lost');
  await call.own.flush();
  t.same(listener.frames, []);
  await call.tick(call.host, 3);
  await until('frames arrive again', () => listener.frames.length > 2);
  t.same(listener.ends, []);
});

t.test('a call has at most eight lines', async (t) => {
  const call = await startCall(t);
  for (let joined = 0; joined < 8; joined += 1) await call.join(call.own);
  await t.rejects(call.join(call.own), new DomainError('listeners_limited'));
});
