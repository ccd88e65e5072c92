/**
 * A simulated Meta: WhatsApp's Cloud API and Instagram's messages as far as we speak them
 * (docs/protocols/whatsapp.md, docs/protocols/instagram.md), and a control interface for those who play the customers and want to know what was sent. It knows nothing of Parley.
 *
 * Control: `PUT /control/app` says where webhooks go and subscribes as Meta does; `PUT /control/faults` what goes
 * wrong (faults.ts); `PUT /control/templates` which templates there are besides `hello_world`; `POST /control/media` keeps
 * a file that a customer may send; `POST /control/messages` has a customer write, `POST /control/echoes` a human in the
 * channel's app; `GET /control/sent` lists what was taken, with `pending`, the webhooks that are still to be answered.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mayControl, TOKEN_NEEDED } from '../../simulator-token.js';
import { type Json, record, text } from '../json.js';
import { type AppSettings, createDeliveries } from './deliveries.js';
import { createLuck, type Faults, NO_FAULTS, parseFaults } from './faults.js';
import { createMedia } from './media.js';
import { HELLO_WORLD, parseTemplates, type Template, templateRefusal } from './templates.js';

export interface MetaOptions {
  readonly port: number;
  /** Of the faults. */
  readonly seed: number;
  /** What its control interface asks for; null or absent: nothing. */
  readonly controlToken?: string | null;
}

export interface Meta {
  readonly url: string;
  close(): void;
}

/** What was taken, once a message. */
interface Taken {
  readonly id: string;
  readonly accountId: string;
  readonly to: string;
  readonly body: Json;
  readonly correlation: string | null;
  readonly at: number;
}

/** A token that says so is one that has expired. */
const EXPIRED = 'expired';
const STATUS_MS = { sent: 30, delivered: 80, read: 150 } as const;
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export const startMeta = async ({ port, seed, controlToken = null }: MetaOptions): Promise<Meta> => {
  let app: AppSettings | null = null;
  let faults: Faults = NO_FAULTS;
  let templates: readonly Template[] = [HELLO_WORLD];
  const luck = createLuck(seed);
  const happens = (part: number): boolean => part > 0 && luck() < part;
  const sent: Taken[] = [];
  /** Under whose posts the comments are. */
  const commented = new Map<string, string>();
  const timers = new Set<NodeJS.Timeout>();
  const deliveries = createDeliveries(() => app);
  let ownUrl = '';
  const media = createMedia(() => ownUrl);

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  const webhook = (accountId: string, value: object, field = 'messages'): object => ({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: [
          {
            field,
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550783881', phone_number_id: accountId },
              ...value,
            },
          },
        ],
      },
    ],
  });

  const report = (message: Taken, status: string): void => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const deliver = (): void =>
      deliveries.deliver(
        'whatsapp',
        webhook(message.accountId, {
          statuses: [
            {
              id: message.id,
              status,
              timestamp,
              recipient_id: message.to,
              ...(message.correlation === null ? {} : { biz_opaque_callback_data: message.correlation }),
              ...(status === 'failed'
                ? {
                    errors: [
                      { code: 131_026, title: 'Message undeliverable', message: 'Message undeliverable' },
                    ],
                  }
                : {}),
            },
          ],
        }),
      );
    deliver();
    if (happens(faults.duplicateStatus)) deliver();
  };

  const reportAll = (message: Taken): void => {
    if (happens(faults.undeliverable)) {
      later(STATUS_MS.sent, () => report(message, 'failed'));
      return;
    }
    const reordered = happens(faults.reorderStatus);
    later(reordered ? STATUS_MS.read + 50 : STATUS_MS.sent, () => report(message, 'sent'));
    later(STATUS_MS.delivered, () => report(message, 'delivered'));
    later(STATUS_MS.read, () => report(message, 'read'));
  };

  const instagramWebhook = (accountId: string, facts: object): object => ({
    object: 'instagram',
    entry: [{ id: accountId, time: Date.now(), ...facts }],
  });

  /** What happens in a conversation on Instagram, between the account and one person. */
  const told = (accountId: string, from: string, to: string, facts: object): void => {
    const event = { sender: { id: from }, recipient: { id: to }, timestamp: Date.now(), ...facts };
    deliveries.deliver('instagram', instagramWebhook(accountId, { messaging: [event] }));
  };

  /** Text to a person; echoed, and seen. */
  const sendOnInstagram = (
    accountId: string,
    body: Json,
    req: IncomingMessage,
    res: ServerResponse,
  ): void => {
    const to = text(record(body.recipient).id);
    const words = text(record(body.message).text);
    if (to === null || words === null) return failure(res, 400, 100, 'Invalid parameter');
    if (happens(faults.throttle))
      return failure(res, 429, 613, 'Calls to this api have exceeded the rate limit');
    if (happens(faults.error)) return failure(res, 500, 2, 'An unexpected error has occurred');
    if (happens(faults.lostRequest)) return void req.socket.destroy();
    const mid = `aWdf${randomUUID().replaceAll('-', '')}`;
    sent.push({ id: mid, accountId, to, body, correlation: null, at: Date.now() });
    const echo = { mid, text: words, is_echo: true };
    later(STATUS_MS.sent, () => told(accountId, accountId, to, { message: echo }));
    later(STATUS_MS.read, () => told(accountId, to, accountId, { read: { mid } }));
    if (happens(faults.lostAnswer)) return void req.socket.destroy();
    json(res, 200, { recipient_id: to, message_id: mid });
  };

  /** A public answer under a comment; the account hears of it as of any comment. */
  const replyToComment = (commentId: string, body: Json, req: IncomingMessage, res: ServerResponse): void => {
    const words = text(body.message);
    const accountId = commented.get(commentId);
    if (words === null || accountId === undefined) return failure(res, 400, 100, 'Invalid parameter');
    if (happens(faults.throttle))
      return failure(res, 429, 613, 'Calls to this api have exceeded the rate limit');
    if (happens(faults.error)) return failure(res, 500, 2, 'An unexpected error has occurred');
    if (happens(faults.lostRequest)) return void req.socket.destroy();
    const id = `178${String(sent.length).padStart(14, '0')}`;
    sent.push({ id, accountId, to: commentId, body, correlation: null, at: Date.now() });
    const value = { id, text: words, parent_id: commentId, from: { id: accountId, username: 'ours' } };
    later(STATUS_MS.sent, () =>
      deliveries.deliver(
        'instagram',
        instagramWebhook(accountId, { changes: [{ field: 'comments', value }] }),
      ),
    );
    if (happens(faults.lostAnswer)) return void req.socket.destroy();
    json(res, 200, { id });
  };

  const repliesTo = (commentId: string): object => ({
    data: sent
      .filter(({ to }) => to === commentId)
      .map(({ id, accountId, body }) => ({ id, text: text(body.message), from: { id: accountId } })),
  });

  const send = (accountId: string, body: Json, req: IncomingMessage, res: ServerResponse): void => {
    const to = text(body.to) ?? text(body.recipient);
    if (body.messaging_product !== 'whatsapp' || to === null)
      return failure(res, 400, 100, 'Invalid parameter');
    if (happens(faults.throttle)) return failure(res, 429, 130_429, 'Rate limit hit');
    if (happens(faults.error)) return failure(res, 500, 131_000, 'Something went wrong');
    if (happens(faults.lostRequest)) return void req.socket.destroy();
    const refusal = body.type === 'template' ? templateRefusal(templates, record(body.template)) : null;
    if (refusal !== null) return failure(res, refusal.status, refusal.code, refusal.message, refusal.details);
    const message: Taken = {
      id: `wamid.${randomUUID().replaceAll('-', '')}`,
      accountId,
      to,
      body,
      correlation: text(body.biz_opaque_callback_data),
      at: Date.now(),
    };
    sent.push(message);
    reportAll(message);
    if (happens(faults.lostAnswer)) return void req.socket.destroy();
    json(res, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: message.id }],
    });
  };

  const write = (body: Json, res: ServerResponse): void => {
    const from = text(body.from);
    const accountId = text(body.accountId);
    if (from === null || accountId === null)
      return json(res, 400, { error: 'from and accountId are needed' });
    if (body.channel === 'instagram') {
      // As Meta would deliver it: an event of a conversation, or a change of a field.
      const commentId = text(record(record(body.change).value).id);
      if (commentId !== null) commented.set(commentId, accountId);
      if (body.change !== undefined)
        deliveries.deliver('instagram', instagramWebhook(accountId, { changes: [body.change] }));
      else told(accountId, from, accountId, record(body.event));
      return json(res, 200, { id: text(body.id) ?? '' });
    }
    const id = text(body.id) ?? `wamid.${randomUUID().replaceAll('-', '')}`;
    const content = record(body.content);
    const type = text(content.type) ?? 'text';
    const delivery = webhook(accountId, {
      contacts: [{ profile: { name: text(body.name) ?? 'Customer' }, wa_id: from }],
      messages: [
        {
          from,
          id,
          type,
          timestamp: String(Math.floor(Date.now() / 1_000)),
          [type]: content[type] ?? { body: text(body.text) ?? '' },
        },
      ],
    });
    deliveries.deliver('whatsapp', delivery);
    if (happens(faults.duplicateMessage)) deliveries.deliver('whatsapp', delivery);
    json(res, 200, { id });
  };

  /** Somebody answers in the app of the channel. */
  const type = (body: Json, res: ServerResponse): void => {
    const [to, accountId, words] = [body.to, body.accountId, body.text].map(text);
    if (to == null || accountId == null || words == null)
      return json(res, 400, { error: 'to, accountId and text are needed' });
    if (body.channel === 'instagram') {
      const mid = text(body.id) ?? `aWdf${randomUUID().replaceAll('-', '')}`;
      told(accountId, accountId, to, { message: { mid, text: words, is_echo: true } });
      return json(res, 200, { id: mid });
    }
    const id = text(body.id) ?? `wamid.${randomUUID().replaceAll('-', '')}`;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const echo = { from: '15550783881', to, id, timestamp, type: 'text', text: { body: words } };
    deliveries.deliver('whatsapp', webhook(accountId, { message_echoes: [echo] }, 'smb_message_echoes'));
    json(res, 200, { id });
  };

  const control = async (
    method: string,
    path: string,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> => {
    if (method === 'GET' && path === '/control/sent')
      return json(res, 200, { sent, pending: deliveries.pending() + timers.size });
    const body = record(await readJson(req));
    if (method === 'PUT' && path === '/control/app') {
      const [callbackUrl, instagramUrl, appSecret, verifyToken] = [
        ...[body.callbackUrl, body.instagramUrl, body.appSecret, body.verifyToken].map(text),
      ];
      if (callbackUrl == null || instagramUrl == null || appSecret == null || verifyToken == null)
        return json(res, 400, { error: 'callbackUrl, instagramUrl, appSecret and verifyToken are needed' });
      app = { callbackUrl, instagramUrl, appSecret, verifyToken };
      const both = await Promise.all([callbackUrl, instagramUrl].map((url) => handshake(url, verifyToken)));
      return json(res, 200, { verified: both.every(Boolean) });
    }
    if (method === 'PUT' && path === '/control/faults') {
      const wanted = parseFaults(body);
      if (wanted === null) return json(res, 400, { error: 'a fault is unknown or not between 0 and 1' });
      faults = wanted;
      return json(res, 200, faults);
    }
    if (method === 'PUT' && path === '/control/templates') {
      const wanted = parseTemplates(body.templates);
      if (wanted === null) return json(res, 400, { error: 'a template lacks its name or its language' });
      templates = [HELLO_WORLD, ...wanted];
      return json(res, 200, { templates });
    }
    if (method === 'POST' && path === '/control/media') {
      const kept = media.keep(body);
      return kept === null
        ? json(res, 400, { error: 'contentBase64 and mimeType are needed' })
        : json(res, 200, kept);
    }
    if (method === 'POST' && path === '/control/messages') return write(body, res);
    if (method === 'POST' && path === '/control/echoes') return type(body, res);
    json(res, 404, { error: 'no such control' });
  };

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { method = '', url: path = '' } = req;
    if (path.startsWith('/control/')) {
      if (mayControl(controlToken, req.headers.authorization)) return control(method, path, req, res);
      req.resume();
      return json(res, 401, { error: TOKEN_NEEDED });
    }
    const token = req.headers.authorization?.replace(/^Bearer /, '');
    const mayRead = token !== undefined && token !== EXPIRED;
    const [, mediaId] = (method === 'GET' && /^\/v[\d.]+\/(\d+)(\?.*)?$/.exec(path)) || [];
    if (mediaId !== undefined || path.startsWith('/cdn/') || path.startsWith('/open/')) {
      req.resume();
      if (happens(faults.media)) return failure(res, 500, 131_000, 'Something went wrong');
      if (mediaId === undefined) return media.serve(path, mayRead, res);
      if (!mayRead) return failure(res, 401, 190, 'Invalid OAuth access token');
      const found = media.describe(mediaId);
      return found === null ? failure(res, 400, 100, 'Invalid parameter') : json(res, 200, found);
    }
    const [, accountId, what] = /^\/v[\d.]+\/([^/?]+)\/(messages|media|replies)(\?.*)?$/.exec(path) ?? [];
    const known = accountId !== undefined && (method === 'POST' || what === 'replies');
    if (!known) return failure(res, 404, 100, 'Unknown path');
    if (!mayRead) {
      req.resume();
      return failure(res, 401, 190, 'Invalid OAuth access token');
    }
    if (what === 'replies')
      return method === 'GET'
        ? json(res, 200, repliesTo(accountId))
        : replyToComment(accountId, record(await readJson(req)), req, res);
    if (what === 'messages') {
      const body = record(await readJson(req));
      const serve = body.messaging_product === undefined ? sendOnInstagram : send;
      return serve(accountId, body, req, res);
    }
    const bytes = await read(req);
    if (!bytes.includes('name="file"')) return failure(res, 400, 100, 'file is required');
    json(res, 200, { id: String(1_000_000_000 + Math.floor(luck() * 9_000_000_000)) });
  };

  const server = createServer((req, res) => {
    serve(req, res).catch(() => failure(res, 500, 1, 'Unknown error'));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the simulated Meta has no port');
  ownUrl = `http://127.0.0.1:${portOf(address)}`;
  return {
    url: ownUrl,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      deliveries.stop();
      server.close();
      server.closeAllConnections();
    },
  };
};

const portOf = ({ port }: AddressInfo): number => port;

/** As Meta asks before it accepts a webhook's address. */
const handshake = async (callbackUrl: string, verifyToken: string): Promise<boolean> => {
  const challenge = String(Math.floor(Math.random() * 1e9));
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': challenge,
    'hub.verify_token': verifyToken,
  });
  try {
    const answer = await fetch(`${callbackUrl}?${query}`);
    return answer.status === 200 && (await answer.text()) === challenge;
  } catch {
    return false;
  }
};

const read = async (req: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

const readJson = async (req: IncomingMessage): Promise<unknown> => {
  const value: unknown = JSON.parse((await read(req)).toString('utf8') || '{}');
  return value;
};

const json = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const failure = (
  res: ServerResponse,
  status: number,
  code: number,
  message: string,
  details: string | null = null,
): void =>
  json(res, status, {
    error: {
      message: `(#${code}) ${message}`,
      type: 'OAuthException',
      code,
      ...(details === null ? {} : { error_data: { messaging_product: 'whatsapp', details } }),
    },
  });
