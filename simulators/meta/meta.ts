/**
 * A simulated Meta: the parts of WhatsApp's Cloud API and of Instagram messaging that we use (docs/reference/protocols/whatsapp.md,
 * docs/reference/protocols/instagram.md), and a control interface that plays the customers and reports what was sent. It knows nothing
 * of Parley.
 *
 * Control: `PUT /control/app` sets the webhook URLs and subscribes as Meta does; `PUT /control/faults` sets the faults
 * (faults.ts); `PUT /control/templates` sets the templates besides `hello_world`; `PUT /control/people` sets the `wa_id` by which WhatsApp
 * knows a number; `POST /control/media` stores a file that a
 * customer may send; `POST /control/messages` sends a message as a customer, `POST /control/echoes` as a human in the
 * channel's app; `GET /control/sent` lists the accepted messages, with `pending`, the number of unacknowledged webhooks; `GET /control/shown` lists the read marks and typing indicators.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mayControl, TOKEN_REQUIRED } from '../support/control-token.js';
import { type Json, record } from '../support/json.js';
import { listening } from '../support/listening.js';
import { failure, json, read, readJson } from './answers.js';
import { answerBusiness } from './business.js';
import { answerControl } from './control.js';
import { actOnInstagram, repliesTo, replyToComment, sendOnInstagram } from './instagram.js';
import { markReadOnWhatsApp, sendOnWhatsApp } from './whatsapp.js';
import { createWorld, happens, type World } from './world.js';

export interface MetaOptions {
  readonly port: number;
  /** Seed of the faults. */
  readonly seed: number;
  /** The token that its control interface requires; null or absent: none. */
  readonly controlToken?: string | null;
}

export interface Meta {
  readonly url: string;
  close(): void;
}

/** Types of files that may be uploaded. */
const UPLOAD_TYPES =
  /^(image\/(jpeg|png|webp)|audio\/(aac|amr|mpeg|mp4|ogg)|video\/(mp4|3gpp)|text\/plain|application\/(pdf|msword|vnd\.(ms-|openxmlformats-).*))(;|$)/;

/** A token with this value counts as expired. */
const EXPIRED = 'expired';

/** Starts it on 127.0.0.1. */
export const startMeta = async ({ port, seed, controlToken = null }: MetaOptions): Promise<Meta> => {
  const world = createWorld(seed);
  const server = createServer((req, res) => {
    serve(world, controlToken, req, res).catch(() => failure(res, 500, 1, 'Unknown error'));
  });
  world.url = `http://127.0.0.1:${await listening(server, port)}`;
  return {
    url: world.url,
    close: () => {
      for (const timer of world.timers) clearTimeout(timer);
      world.deliveries.stop();
      server.close();
      server.closeAllConnections();
    },
  };
};

const serve = async (
  world: World,
  controlToken: string | null,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  const { method = '', url: path = '' } = req;
  if (path.startsWith('/control/')) {
    if (mayControl(controlToken, req.headers.authorization))
      return answerControl(world, method, path, req, res);
    req.resume();
    return json(res, 401, { error: TOKEN_REQUIRED });
  }
  const token = req.headers.authorization?.replace(/^Bearer /, '');
  const mayRead = token !== undefined && token !== EXPIRED;
  if (answerBusiness(world, method, path, mayRead, req, res)) return;
  const [, accountId, fields] =
    (method === 'GET' && /^\/v[\d.]+\/([^/?]+)\?fields=([a-z_,]+)$/.exec(path)) || [];
  if (accountId !== undefined && fields !== undefined) {
    req.resume();
    if (!mayRead) return failure(res, 401, 190, 'Invalid OAuth access token');
    return describeAccount(accountId, fields.split(','), res);
  }
  const [, mediaId] = (method === 'GET' && /^\/v[\d.]+\/(\d+)(\?.*)?$/.exec(path)) || [];
  if (mediaId !== undefined || path.startsWith('/cdn/') || path.startsWith('/open/')) {
    req.resume();
    return serveMedia(world, path, mediaId, mayRead, res);
  }
  const [, ownerId, collection] = /^\/v[\d.]+\/([^/?]+)\/(messages|media|replies)(\?.*)?$/.exec(path) ?? [];
  if (ownerId === undefined || (method !== 'POST' && collection !== 'replies'))
    return failure(res, 404, 100, 'Unknown path');
  if (!mayRead) {
    req.resume();
    return failure(res, 401, 190, 'Invalid OAuth access token');
  }
  switch (collection) {
    case 'replies':
      if (method === 'GET') return json(res, 200, repliesTo(world, ownerId));
      return replyToComment(world, ownerId, record(await readJson(req)), req, res);
    case 'messages': {
      const body = record(await readJson(req));
      return accepting(body)(world, ownerId, body, req, res);
    }
    default:
      return takeUpload(world, req, res);
  }
};

/** What a request to `messages` is, by the fields that it has. */
const accepting = (body: Json): typeof sendOnWhatsApp => {
  if (body.messaging_product === undefined)
    return body.sender_action === undefined ? sendOnInstagram : actOnInstagram;
  return body.status === undefined ? sendOnWhatsApp : markReadOnWhatsApp;
};

/** Every account exists, except those whose ID begins with 0. */
const describeAccount = (accountId: string, fields: readonly string[], res: ServerResponse): void => {
  if (accountId.startsWith('0')) return failure(res, 400, 100, 'Unsupported get request');
  const facts = new Map([
    ['display_phone_number', '+1 555-078-3881'],
    ['verified_name', 'Bella Vista'],
    ['quality_rating', 'GREEN'],
    ['username', 'bella.vista'],
    ['name', 'Bella Vista'],
  ]);
  const entries = fields.flatMap((field) => {
    const value = facts.get(field);
    return value === undefined ? [] : [[field, value] as const];
  });
  json(res, 200, { id: accountId, ...Object.fromEntries(entries) });
};

/** Media from a customer: described by its ID to holders of a token, and served at its URLs. */
const serveMedia = (
  world: World,
  path: string,
  mediaId: string | undefined,
  mayRead: boolean,
  res: ServerResponse,
): void => {
  if (happens(world, 'media')) return failure(res, 500, 131_000, 'Something went wrong');
  if (mediaId === undefined) return world.media.serve(path, mayRead, res);
  if (!mayRead) return failure(res, 401, 190, 'Invalid OAuth access token');
  const found = world.media.describe(mediaId);
  if (found === null) failure(res, 400, 100, 'Invalid parameter');
  else json(res, 200, found);
};

/** An account's upload gets an ID and keeps its type; its content is never requested again. */
const takeUpload = async (
  { random, uploads }: World,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  const bytes = await read(req);
  if (!bytes.includes('name="file"')) return failure(res, 400, 100, 'file is required');
  const [, type = ''] = /name="type"\r\n\r\n([^\r\n]*)\r\n/.exec(bytes.toString('latin1')) ?? [];
  if (!UPLOAD_TYPES.test(type))
    return failure(res, 400, 131_053, 'Media upload error', `${type} is not accepted`);
  const id = String(1_000_000_000 + Math.floor(random() * 9_000_000_000));
  uploads.set(id, type);
  json(res, 200, { id });
};
