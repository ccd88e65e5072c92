/** Requests to a server over one inbox. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import t from 'tap';
import { store } from '../../../../actors/runtime/journal/stored.js';
import { JournalUnavailable, refusalOf } from '../../../../actors/runtime/journal-errors.js';
import { createExchange, type Exchange } from '../../../../actors/runtime/nats/exchange.js';
import { blockThread } from '../../../../testkit/block-thread.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats } from '../../../../testkit/nats/server.js';

t.setTimeout(60_000);

const nats = await startNats(t);

const open = async (t: Lifetime): Promise<{ readonly nc: NatsConnection; readonly exchange: Exchange }> => {
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  return { nc, exchange: createExchange(nc) };
};

const textOf = (part: { readonly string: () => string }): string => part.string();

t.test('matches each answer to its request, in whatever order they arrive', async (t) => {
  const { nc, exchange } = await open(t);
  const pendingAnswers: (() => void)[] = [];
  nc.subscribe('echo', {
    callback: (_error, message) => {
      pendingAnswers.push(() => message.respond(message.string()));
      if (pendingAnswers.length === 3) for (const answer of pendingAnswers.reverse()) answer();
    },
  });
  const texts = ['a', 'b', 'c'];
  const ask = (text: string) => exchange.ask({ subject: 'echo', text, timeoutMs: 5_000 }, textOf);
  t.same(await Promise.all(texts.map(ask)), texts);
});

t.test('an answer of several parts ends where its reader decides', async (t) => {
  const { nc, exchange } = await open(t);
  nc.subscribe('parts', {
    callback: (_error, message) => {
      for (const part of ['1', '2', '3', 'never read']) message.respond(part);
    },
  });
  const seen: string[] = [];
  const answer = await exchange.ask({ subject: 'parts', timeoutMs: 5_000 }, (part) => {
    seen.push(part.string());
    return seen.length === 3 ? seen.join('') : undefined;
  });
  t.equal(answer, '123');
  await nc.flush();
  t.equal(seen.length, 3);
});

t.test('Q1: rejects without a responder or a timely answer, and when the connection ends', async (t) => {
  const { nc, exchange } = await open(t);
  nc.subscribe('mute', { callback: () => undefined });
  const ask = (subject: string, timeoutMs: number): Promise<unknown> =>
    exchange.ask({ subject, timeoutMs }, textOf).then(
      () => 'an answer',
      (error: unknown) => error,
    );
  const noResponder = await ask('unserved', 5_000);
  t.type(noResponder, JournalUnavailable);
  t.equal(refusalOf(noResponder), 'offline', 'certain that nothing was done');
  const late = await ask('mute', 1);
  t.match(late, { name: 'JournalUnavailable', message: /in time/ });
  t.equal(refusalOf(late), null);
  const lost = ask('mute', 60_000);
  exchange.onDisconnect();
  t.match(await lost, { name: 'JournalUnavailable', message: /lost/ });
  const closed = ask('mute', 60_000);
  await nc.close();
  t.match(await closed, { name: 'JournalUnavailable', message: /closed/ });
  t.match(
    await ask('mute', 60_000),
    { name: 'JournalUnavailable' },
    'a request on a closed connection fails, too',
  );
});

t.test('Q3: a process that was stalled receives the answer that arrived meanwhile', async (t) => {
  const { nc, exchange } = await open(t);
  const answer = exchange.ask({ subject: '$JS.API.INFO', timeoutMs: 300 }, textOf);
  // Lets the request be sent before the process stalls.
  await Promise.resolve();
  blockThread(1_500);
  t.match(await answer, /account_info_response/);
  await nc.flush();
});

t.test('many requests share one subscription', async (t) => {
  const { nc, exchange } = await open(t);
  const subscriptions = (): number => Number(Object(nc).protocol.subscriptions.size());
  const before = subscriptions();
  const ask = () => exchange.ask({ subject: '$JS.API.INFO', timeoutMs: 5_000 }, textOf);
  await Promise.all(Array.from({ length: 50 }, ask));
  t.equal(subscriptions(), before + 1);
  exchange.close();
  t.equal(subscriptions(), before);
});

t.test('rejects with the error of the server, and does not send an invalid message', async (t) => {
  const { exchange } = await open(t);
  const message = { subject: 'x', text: '', timeoutMs: 5_000 };
  await t.rejects(store(exchange, { ...message, headers: { A: 'b\r\nC: d' } }), /line break/);
  await t.rejects(store(exchange, { ...message, subject: '$JS.API.STREAM.INFO.NONE', headers: {} }), {
    name: 'JetStreamApiError',
    code: 10_059,
  });
});
