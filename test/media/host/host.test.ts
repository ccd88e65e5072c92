/** Several nodes and one call, over a real NATS server: which socket serves it, and what happens to the others. */

import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { call } from '../../../actors/call/index.js';
import { callOfMedia } from '../../../media/call-of-media.js';
import { createMediaHost } from '../../../media/host/host.js';
import { createMediaTokens } from '../../../media/host/media-token.js';
import type { MediaConnection, MediaHost } from '../../../media/media-host.js';
import type { MediaProviders } from '../../../media/providers.js';
import { twilioDialect } from '../../../providers/carriers/twilio/media-dialect.js';
import { DomainError } from '../../../schemas/errors.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats/server.js';
import { noTools } from '../../../testkit/stubs/no-tools.js';
import { sameProviders } from '../../../testkit/stubs/same-providers.js';
import { deafRecogniser, noRecordings, noVoices } from '../../../testkit/stubs/silent-media.js';
import { until } from '../../../testkit/until.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { createManualClock, numberedIds } from '../audio/manual-clock.js';
import { promptModel, promptSynthesiser, ring } from './call-under-test.js';
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

/** The only call, shared by all nodes, and the commands that it receives, queries excluded. */
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

/** Nodes that share a journal, a NATS server and a manual clock. */
const startNodes = async (t: Lifetime) => {
  const nats = await startNats(t);
  const clock = createManualClock(1_000);
  const newId = numberedIds();
  const tokens = createMediaTokens('secret', () => 0);
  const token = tokens.sign('b1', CALL_ID);
  const { actors, commands } = createActors(clock.now);
  const pass = (ms: number): void => {
    for (const end = clock.now() + ms; clock.now() < end; ) {
      clock.advance();
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
        callOf: (businessId, callId) => callOfMedia(actors, { business: businessId, id: callId }),
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
    /** Opens a socket, and waits until the agent greets on it. */
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

t.test('a live socket blocks the next one at the upgrade; of two at once the first one wins', async (t) => {
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
  t.same(late, [1008], 'a socket admitted before the first one opened is refused as well');
  t.same(first.closes, []);
  t.throws(() => host.admit('twilio', nodes.token), new DomainError('media_token_invalid'));
  t.throws(() => host.admit('loopback', `${nodes.token}A`), new DomainError('media_token_invalid'));
  await host.drain();
});

t.test(
  'calls that are handed over move to another node, and return if no other node accepts them',
  async (t) => {
    const nodes = await startNodes(t);
    const [leaving, otherHost] = [await nodes.node(), await nodes.node()];
    const first = await nodes.greeted(leaving);
    await leaving.handOver();
    t.match(first.closes, [{ code: 1001 }]);
    t.equal(leaving.sessions(), 0, 'the session has ended');
    t.throws(() => nodes.open(leaving), new DomainError('not_ready'), 'the carrier tries the next node');
    const second = nodes.open(otherHost);
    second.start();
    await until('another session attaches', () => {
      nodes.pass(20);
      return nodes.commands.filter((type) => type === 'attach_media').length === 2;
    });
    await otherHost.handOver();
    nodes.pass(4_000);
    const back = nodes.open(leaving);
    back.start();
    await until('a session attaches on the first node', () => {
      nodes.pass(20);
      return nodes.commands.filter((type) => type === 'attach_media').length === 3;
    });
    t.same(back.closes, []);
    await Promise.all([leaving.drain(), otherHost.drain()]);
  },
);

t.test('a node that shuts down accepts no further sockets', async (t) => {
  const nodes = await startNodes(t);
  const host = await nodes.node();
  await nodes.greeted(host);
  await host.drain();
  nodes.pass(60_000);
  t.throws(() => nodes.open(host), new DomainError('not_ready'));
});

t.test('a live socket on another node wins', async (t) => {
  const nodes = await startNodes(t);
  const [holder, otherHost] = [await nodes.node(), await nodes.node()];
  const first = await nodes.greeted(holder);
  first.audio();
  const second = nodes.open(otherHost);
  second.start();
  await until('the second socket is closed', () => second.closes.length > 0);
  t.match(second.closes, [{ code: 1008, reason: 'another socket is streaming this call' }]);
  t.equal(second.frames(), 0);
  t.same(first.closes, []);
  t.equal(nodes.commands.filter((type) => type === 'attach_media').length, 1, 'nothing more is attached');
  await until('the second session is gone', () => otherHost.sessions() === 0);
  await Promise.all([holder.drain(), otherHost.drain()]);
});

t.test('a silent socket on another node gives way once its session has finished', async (t) => {
  const nodes = await startNodes(t);
  const [holder, otherHost] = [await nodes.node(), await nodes.node()];
  const first = await nodes.greeted(holder);
  nodes.pass(1_020);
  const second = nodes.open(otherHost);
  second.start();
  await until('the agent speaks on the second socket', () => {
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
  await until('the first session is gone', () => holder.sessions() === 0);
  await Promise.all([holder.drain(), otherHost.drain()]);
});

t.test('two nodes on which sockets open at the same instant do not refuse each other', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const nodes = await startNodes(t);
    const hosts = [await nodes.node(), await nodes.node()];
    const sockets = hosts.map((host) => nodes.open(host));
    for (const socket of sockets) socket.start();
    await until('the agent speaks on one socket', () => {
      nodes.pass(20);
      for (const socket of sockets) if (socket.closes.length === 0) socket.audio();
      return sockets.some((socket) => socket.frames() > 0);
    });
    t.ok(
      sockets.some(({ closes }) => closes.length === 0),
      'at least one socket stays open',
    );
    await Promise.all(hosts.map((host) => host.drain()));
  }
});

t.test('a socket that returns to the node of its session is accepted', async (t) => {
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
