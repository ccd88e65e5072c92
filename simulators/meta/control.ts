/** The control interface of the simulated Meta (documented in meta.ts). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Json, record, text } from '../support/json.js';
import { json, readJson } from './answers.js';
import { parseFaults } from './faults.js';
import { answerInInstagram, writeOnInstagram } from './instagram.js';
import { HELLO_WORLD, parseTemplates } from './templates.js';
import { answerInWhatsApp, writeOnWhatsApp } from './whatsapp.js';
import type { World } from './world.js';

type Control = (world: World, body: Json, res: ServerResponse) => void | Promise<void>;

const CONTROLS: Readonly<Record<string, Control>> = {
  'PUT /control/app': (world, body, res) => subscribe(world, body, res),
  'PUT /control/faults': (world, body, res) => {
    const parsed = parseFaults(body);
    if (parsed === null)
      return json(res, 400, { error: 'unknown fault, or a probability that is not between 0 and 1' });
    world.faults = parsed;
    json(res, 200, parsed);
  },
  'PUT /control/templates': (world, body, res) => {
    const parsed = parseTemplates(body.templates);
    if (parsed === null) return json(res, 400, { error: 'a template has no name or no language' });
    world.templates = [HELLO_WORLD, ...parsed];
    json(res, 200, { templates: world.templates });
  },
  'PUT /control/people': ({ knownAs }, body, res) => {
    const [number, waId] = [text(body.number), text(body.waId)];
    if (number === null || waId === null) return json(res, 400, { error: 'number and waId are required' });
    knownAs.set(number, waId);
    json(res, 200, { number, waId });
  },
  'POST /control/media': ({ media }, body, res) => {
    const stored = media.store(body);
    if (stored === null) json(res, 400, { error: 'contentBase64 and mimeType are required' });
    else json(res, 200, stored);
  },
  'POST /control/messages': (world, body, res) => {
    const [from, accountId] = [text(body.from), text(body.accountId)];
    if (from === null || accountId === null)
      return json(res, 400, { error: 'from and accountId are required' });
    const write = body.channel === 'instagram' ? writeOnInstagram : writeOnWhatsApp;
    json(res, 200, { id: write(world, accountId, from, body) });
  },
  'POST /control/echoes': (world, body, res) => {
    const [to, accountId, words] = [text(body.to), text(body.accountId), text(body.text)];
    if (to === null || accountId === null || words === null)
      return json(res, 400, { error: 'to, accountId and text are required' });
    const answer = body.channel === 'instagram' ? answerInInstagram : answerInWhatsApp;
    json(res, 200, { id: answer(world, accountId, to, words, body) });
  },
};

/** Handles a request below `/control/`. @throws Error when its body cannot be read */
export const answerControl = async (
  world: World,
  method: string,
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  const route = `${method} ${path}`;
  if (route === 'GET /control/sent')
    return json(res, 200, { sent: world.sent, pending: world.deliveries.pending() + world.timers.size });
  if (route === 'GET /control/shown') return json(res, 200, { shown: world.shown });
  const body = record(await readJson(req));
  const control = CONTROLS[route];
  if (control === undefined) return json(res, 404, { error: 'no such control' });
  await control(world, body, res);
};

const subscribe: Control = async (world, body, res) => {
  const [callbackUrl, instagramUrl] = [text(body.callbackUrl), text(body.instagramUrl)];
  const [appSecret, verifyToken] = [text(body.appSecret), text(body.verifyToken)];
  if (callbackUrl === null || instagramUrl === null || appSecret === null || verifyToken === null)
    return json(res, 400, { error: 'callbackUrl, instagramUrl, appSecret and verifyToken are required' });
  world.app = { callbackUrl, instagramUrl, appSecret, verifyToken };
  const both = await Promise.all([callbackUrl, instagramUrl].map((url) => handshake(url, verifyToken)));
  json(res, 200, { verified: both.every(Boolean) });
};

/** Meta's verification request before it accepts a webhook URL. */
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
