/** Several nodes and one call, over a real NATS: which socket speaks for it, and what becomes of the others. */

import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { call } from '../../actors/call/index.js';
import { callOfMedia } from '../../media/call-of-media.js';
import { createMediaHost } from '../../media/host.js';
import type { MediaConnection, MediaHost } from '../../media/media-host.js';
import { createMediaTokens } from '../../media/media-token.js';
import type { MediaProviders } from '../../media/providers.js';
import { twilioDialect } from '../../providers/carriers/twilio/media-dialect.js';
import { DomainError } from '../../schemas/errors.js';
import type { Lifetime } from '../../testkit/lifetime.js';
import { startNats } from '../../testkit/nats.js';
import { noTools } from '../../testkit/no-tools.js';
import { sameProviders } from '../../testkit/same-providers.js';
import { deafRecogniser, noRecordings, noVoices } from '../../testkit/silent-media.js';
import { until } from '../../testkit/until.js';
import { foldedActors } from '../support/folded-actors.js';
import { promptModel, promptSynthesiser, ring } from './call-under-test.js';
import { createHandClock, numberedIds } from './hand-clock.js';
import { mediaMessage, startMessage } from './twilio-messages.js';

const CALL_ID = 'c1';
const logger = pino({ level: 'silent' });

interface TestSocket {
  readonly connection: MediaConnection;
  readonly closes: { readonly code: number; readonly reason: string }[];
  frames(): number;
  start(): void;
  audio(): void;
}

/** The one call that there is, asked by all nodes; and what it is told, but for questions. */
const createActors = (now: () => number) => {
  const commands: string[] = [];
  const note = (_kind: string, { type }: { readonly type: string }): void => {
    if (type !== 'get') commands.push(type);
  };
  const { actors, foldOf } = foldedActors(note, now);
  ring(foldOf(call, CALL_ID));
  return { actors, commands };
};

const PROVIDERS: MediaProviders = {
  recognisers: [deafRecogniser],
  synthesisers: [promptSynthesiser],
  models: [promptModel],
  engines: [],
  timeZone: 'UTC',
  voiceDetector: null,
  phrasesOf: () => [],
};

const openSocket = (host: MediaHost, token: string): TestSocket => {
  let frames = 0;
  const closes: TestSocket['closes'] = [];
  const connection = host.open(host.admit('loopback', token), {
    send: (message) => {
      if (Buffer.from(message).includes('"media"')) frames += 1;
      return true;
    },
    cork: (work) => work(),
    close: (code, reason) => {
      if (closes.push({ code, reason }) === 1) connection?.onClose(code);
    },
    bufferedBytes: () => 0,
  });
  return {
    connection,
    closes,
    frames: () => frames,
    start: () => connection.onText(startMessage()),
    audio: () => connection.onText(mediaMessage(0)),
  };
};

/** Nodes that share a journal and a NATS; their clock is steered by hand. */
const startNodes = async (t: Lifetime) => {
  const nats = await startNats(t);
  const clock = createHandClock(1_000);
  const newId = numberedIds();
  const tokens = createMediaTokens('secret', () => 0);
  const token = tokens.sign('b1', CALL_ID);
  const { actors, commands } = createActors(clock.now);
  const pass = (ms: number): void => {
    for (const end = clock.now() + ms; clock.now() < end; ) {
      clock.goOn();
      clock.tick();
    }
  };
  const open = (host: MediaHost): TestSocket => openSocket(host, token);
  return {
    commands,
    token,
    pass,
    open,
    node: async (): Promise<MediaHost> => {
      const nc = await connect({ servers: nats.url });
      t.teardown(() => nc.close());
      return createMediaHost({
        nc,
        callOf: (businessId, callId) => callOfMedia(actors, businessId, callId),
        tokens,
        logger,
        recordings: noRecordings,
        tools: noTools,
        sessionLog: null,
        preemptive: null,
        disclosures: () => undefined,
        dialects: new Map([['loopback', twilioDialect]]),
        providersOf: sameProviders(PROVIDERS, 'v1'),
        voices: noVoices,
        clock: clock.pacing,
        newId,
        now: clock.now,
        wallClock: clock.now,
        knowledge: async () => [],
        observe: () => undefined,
      });
    },
    /** A socket that the agent speaks to. */
    greeted: async (host: MediaHost): Promise<TestSocket> => {
      const socket = open(host);
      socket.start();
      await until('the greeting', () => {
        pass(20);
        socket.audio();
        return socket.frames() > 0;
      });
      return socket;
    },
  };
};

t.test('a live socket keeps the next one out at the upgrade; of two at once the first has it', async (t) => {
  const nodes = await startNodes(t);
  const host = await nodes.node();
  const first = nodes.open(host);
  t.throws(() => host.admit('loopback', nodes.token), new DomainError('media_token_in_use'));
  const late: number[] = [];
  host.open(
    { carrier: 'loopback', businessId: 'b1', callId: CALL_ID },
    {
      send: () => true,
      cork: (work) => work(),
      close: (code) => void late.push(code),
      bufferedBytes: () => 0,
    },
  );
  t.same(late, [1008], 'also one that was admitted before the first was opened');
  t.same(first.closes, []);
  t.throws(() => host.admit('twilio', nodes.token), new DomainError('media_token_invalid'));
  t.throws(() => host.admit('loopback', `${nodes.token}A`), new DomainError('media_token_invalid'));
  await host.drain();
});

t.test(
  'calls that are handed over go to another node, and come back where there is no other way',
  async (t) => {
    const nodes = await startNodes(t);
    const [leaving, other] = [await nodes.node(), await nodes.node()];
    const first = await nodes.greeted(leaving);
    await leaving.handOver();
    t.match(first.closes, [{ code: 1001 }]);
    t.equal(leaving.sessions(), 0, 'its books are closed');
    t.throws(() => nodes.open(leaving), new DomainError('not_ready'), 'its carrier tries the next one');
    const second = nodes.open(other);
    second.start();
    await until('another session', () => {
      nodes.pass(20);
      return nodes.commands.filter((type) => type === 'attach_media').length === 2;
    });
    await other.handOver();
    nodes.pass(4_000);
    const back = nodes.open(leaving);
    back.start();
    await until('a session where it was before', () => {
      nodes.pass(20);
      return nodes.commands.filter((type) => type === 'attach_media').length === 3;
    });
    t.same(back.closes, []);
    await Promise.all([leaving.drain(), other.drain()]);
  },
);

t.test('a node that ends lets no socket in again', async (t) => {
  const nodes = await startNodes(t);
  const host = await nodes.node();
  await nodes.greeted(host);
  await host.drain();
  nodes.pass(60_000);
  t.throws(() => nodes.open(host), new DomainError('not_ready'));
});

t.test("another node's live socket wins", async (t) => {
  const nodes = await startNodes(t);
  const [one, other] = [await nodes.node(), await nodes.node()];
  const first = await nodes.greeted(one);
  first.audio();
  const second = nodes.open(other);
  second.start();
  await until('the second to be closed', () => second.closes.length > 0);
  t.match(second.closes, [{ code: 1008, reason: 'another socket is streaming this call' }]);
  t.equal(second.frames(), 0);
  t.same(first.closes, []);
  t.equal(nodes.commands.filter((type) => type === 'attach_media').length, 1, 'nothing was attached for it');
  await until('nothing to be left of it', () => other.sessions() === 0);
  await Promise.all([one.drain(), other.drain()]);
});

t.test("another node's silent socket does not: its session makes way, books first", async (t) => {
  const nodes = await startNodes(t);
  const [one, other] = [await nodes.node(), await nodes.node()];
  const first = await nodes.greeted(one);
  nodes.pass(1_020);
  const second = nodes.open(other);
  second.start();
  await until('the second to be spoken to', () => {
    nodes.pass(20);
    second.audio();
    return second.frames() > 0;
  });
  t.same(
    first.closes.map(({ code }) => code),
    [1001],
  );
  t.same(second.closes, []);
  const { commands } = nodes;
  t.same(commands.slice(0, 4), ['attach_media', 'begin_greeting', 'detach_media', 'attach_media']);
  await until('nothing to be left of the first', () => one.sessions() === 0);
  await Promise.all([one.drain(), other.drain()]);
});

t.test('sockets that open on two nodes at the same instant: one of them speaks', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const nodes = await startNodes(t);
    const hosts = [await nodes.node(), await nodes.node()];
    const sockets = hosts.map((host) => nodes.open(host));
    for (const socket of sockets) socket.start();
    await until('one to be spoken to', () => {
      nodes.pass(20);
      for (const socket of sockets) if (socket.closes.length === 0) socket.audio();
      return sockets.some((socket) => socket.frames() > 0);
    });
    t.ok(
      sockets.some(({ closes }) => closes.length === 0),
      'they do not refuse each other',
    );
    await Promise.all(hosts.map((host) => host.drain()));
  }
});

t.test('a socket that comes back to the node of its session is not kept out by that node', async (t) => {
  const nodes = await startNodes(t);
  const host = await nodes.node();
  const first = await nodes.greeted(host);
  first.connection.onClose(1006);
  const second = await nodes.greeted(host);
  t.same(second.closes, []);
  t.equal(nodes.commands.filter((type) => type === 'attach_media').length, 1);
  t.equal(host.sessions(), 1);
  await host.drain();
  t.equal(host.sessions(), 0);
});
