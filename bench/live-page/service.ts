/**
 * A simulated service for when only the browser is measured. It answers what the console requests: calls that all have
 * speech at real rates, and a long list of contacts.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LiveEvent } from '../../schemas/events/live.js';
import { listening } from '../../simulators/support/listening.js';

const CONSOLE = fileURLToPath(new URL('../../console', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  html: 'text/html',
};
const BUSINESS = '00000000-0000-4000-8000-0000000000b1';
const AGENT = '00000000-0000-4000-8000-0000000000a1';
const VOICES_MS = 500;
/** How long one side speaks, ms; then the turn is in the journal. */
const TURN_MS = 3_500;
/** How long a call lasts, ms; another call takes its place. */
const CALL_MS = 90_000;
const CONTACTS_PER_PAGE = 100;
const SENTENCE = 'I would like to book a table for two people at eight o’clock, if that is still possible';

export interface FakeService {
  readonly url: string;
  close(): void;
}

interface FakeCall {
  readonly id: string;
  readonly number: string;
  readonly startedAt: number;
}

const idOf = (kind: string, number: number): string =>
  `00000000-0000-4000-8000-${kind}${String(number).padStart(11, '0')}`;

const callOf = (number: number, startedAt: number): FakeCall => ({
  id: idOf('c', number),
  number: `+1415555${String(number % 10_000).padStart(4, '0')}`,
  startedAt,
});

const summaryOf = ({ id, number, startedAt }: FakeCall) => ({
  id,
  status: 'answered',
  agentName: 'Ann of Bella Vista',
  campaignName: null,
  contactId: null,
  contactName: null,
  sourceName: null,
  callData: {},
  calleeNumber: number,
  durationSeconds: 0,
  startedAt: new Date(startedAt).toISOString(),
  endedAt: null,
  recordingAvailable: false,
  transcriptAvailable: true,
  createdAt: new Date(startedAt).toISOString(),
  chargedMicrocredits: 0,
  endedBy: null,
  endReason: null,
});

const detailOf = (call: FakeCall) => ({
  call: summaryOf(call),
  transcript: [],
  diagnostics: { attempts: [], timeline: [], notes: [], toolUses: [], turns: [], testVariables: [] },
});

/** Events on the calls at `now`, since the previous step. `step` counts half seconds. */
const eventsAt = (calls: FakeCall[], step: number, now: number): readonly LiveEvent[] => {
  const events: LiveEvent[] = [];
  const occurredAt = new Date(now).toISOString();
  const ofCall = ({ id, number }: FakeCall) => ({
    occurredAt,
    callId: id,
    agentId: AGENT,
    contactId: null,
    calleeNumber: number,
    campaignId: null,
    iterationId: null,
  });
  const steps = TURN_MS / VOICES_MS;
  const voices = calls.map((call, place) => {
    const at = (step + place) % (2 * steps);
    const speaks = at < steps ? 'customer' : 'agent';
    const level = 1 + ((step * 7 + place * 3) % 4);
    if (at % steps === 0)
      events.push({
        type: 'call.turn',
        ...ofCall(call),
        turn: {
          turnId: `t${step}`,
          // The other side has just finished.
          speaker: speaks === 'customer' ? 'assistant' : 'customer',
          text: SENTENCE,
          createdAt: occurredAt,
          audioOffsetMs: step * VOICES_MS,
          audioEndOffsetMs: step * VOICES_MS + TURN_MS,
          interrupted: false,
          heard: 'acked',
          latencies: null,
        },
      });
    return {
      callId: call.id,
      customer: speaks === 'customer' ? level : 0,
      agent: speaks === 'agent' ? level : 0,
      words: speaks === 'customer' ? SENTENCE.slice(0, 12 * (at + 1)) : '',
    };
  });
  for (const [place, call] of calls.entries()) {
    if (now - call.startedAt < CALL_MS) continue;
    events.push({
      type: 'call.ended',
      ...ofCall(call),
      status: 'completed',
      endedBy: 'agent',
      endReason: 'agent_hangup',
      durationSeconds: 90,
    });
    const next = callOf(Number(call.id.slice(-11)) + calls.length, now);
    calls[place] = next;
    events.push({ type: 'call.answered', ...ofCall(next), status: 'answered' });
  }
  events.push({ type: 'call.voices', occurredAt, calls: voices });
  return events;
};

const contactsFrom = (from: number, total: number) => ({
  contacts: Array.from({ length: Math.min(CONTACTS_PER_PAGE, total - from) }, (_, index) => {
    const channel = { conversations: 0, lastAt: null };
    return {
      id: idOf('d', from + index),
      name: `Customer ${from + index}`,
      mobile: `+1415${String(from + index).padStart(7, '0')}`,
      fields: {},
      categories: [{ id: idOf('e', 1), name: 'Customers' }],
      communicationBlocked: false,
      timeZone: null,
      rollups: { voice: channel, whatsapp: channel, instagram: channel },
      createdAt: '2026-03-03T11:00:00.000Z',
      updatedAt: '2026-03-03T11:00:00.000Z',
    };
  }),
  nextCursor: from + CONTACTS_PER_PAGE < total ? String(from + CONTACTS_PER_PAGE) : null,
  total,
});

const session = {
  user: { id: idOf('f', 1), email: 'ann@example.org', name: 'Ann Archer', role: 'owner' },
  business: { id: BUSINESS, name: 'Acme' },
  role: 'owner',
  csrfToken: 'x',
  expiresAt: '2099-01-01T00:00:00.000Z',
  memberships: [],
};
const overview = {
  lines: 200,
  leasedLines: 200,
  availableMicrocredits: 1e9,
  reservedMicrocredits: 0,
  carrier: 'loopback',
  simulatedCallers: true,
  webhooksPausedByService: 0,
};

/** Serves the built console, and everything it requests, on loopback at a free port. */
export const startFakeService = async (size: {
  readonly calls: number;
  readonly contacts: number;
}): Promise<FakeService> => {
  const startedAt = Date.now();
  // The calls did not all start at once.
  const calls = Array.from({ length: size.calls }, (_, number) =>
    callOf(number, startedAt - (number * CALL_MS) / size.calls),
  );
  const streams = new Set<ServerResponse>();
  let step = 0;
  const timer = setInterval(() => {
    step += 1;
    const text = eventsAt(calls, step, Date.now())
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
    for (const stream of streams) stream.write(text);
  }, VOICES_MS);

  const dataOf = (path: string, query: URLSearchParams): unknown => {
    if (path === '/api/v1/console/start') return { session, hasUsers: true };
    if (path === '/api/v1/console/session') return session;
    if (path === '/api/v1/console/overview') return overview;
    if (path === '/api/v1/contacts') return contactsFrom(Number(query.get('cursor') ?? 0), size.contacts);
    if (path === '/api/v1/contacts/categories') return { categories: [], nextCursor: null };
    if (path === '/api/v1/voice/calls') {
      const from = Number(query.get('cursor') ?? 0);
      const found = query.get('status') === 'answered' ? calls : [];
      return {
        calls: found.slice(from, from + 100).map(summaryOf),
        nextCursor: from + 100 < found.length ? String(from + 100) : null,
      };
    }
    const call = calls.find(({ id }) => path === `/api/v1/voice/calls/${id}`);
    return call === undefined ? null : detailOf(call);
  };

  const answerFile = async (path: string, response: ServerResponse): Promise<void> => {
    const name = path.startsWith('/assets/') ? path.slice(1) : 'index.html';
    const file = join(CONSOLE, name);
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    const compressed = await readFile(`${file}.gz`).catch(() => null);
    const headers = { 'content-type': type, ...(compressed === null ? {} : { 'content-encoding': 'gzip' }) };
    response.writeHead(200, headers).end(compressed ?? (await readFile(file)));
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/nothing')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>-</title>');
    if (!pathname.startsWith('/api/'))
      return void answerFile(pathname, response).catch(() => response.writeHead(404).end());
    if (pathname === '/api/v1/live') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const topics = searchParams.get('topics')?.split(',') ?? ['calls'];
      const opened = { type: 'stream.opened', occurredAt: new Date().toISOString(), topics, resumed: false };
      response.write(`event: stream.opened\ndata: ${JSON.stringify(opened)}\n\n`);
      streams.add(response);
      return void request.on('close', () => streams.delete(response));
    }
    const data = dataOf(pathname, searchParams);
    const answer =
      data === null
        ? { ok: false, error: { code: 'not_found', message: 'Not here.', requestId: '-' } }
        : { ok: true, data };
    response.writeHead(data === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
};
