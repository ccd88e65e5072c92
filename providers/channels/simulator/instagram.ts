/** Instagram of the simulated Meta: messages, comments, and what people and the owner of an account do there. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Json, record, text } from '../json.js';
import { failure, json } from './answers.js';
import { happens, later, STATUS_MS, type World } from './world.js';

/** Text to a person; echoed, and seen. */
export const sendOnInstagram = (
  world: World,
  accountId: string,
  body: Json,
  req: IncomingMessage,
  res: ServerResponse,
): void => {
  const to = text(record(body.recipient).id);
  const words = text(record(body.message).text);
  if (to === null || words === null) return failure(res, 400, 100, 'Invalid parameter');
  if (isLost(world, req, res)) return;
  const mid = newId();
  world.sent.push({ id: mid, accountId, to, body, correlation: null, at: Date.now() });
  const echo = { mid, text: words, is_echo: true };
  later(world, STATUS_MS.sent, () => tell(world, accountId, accountId, to, { message: echo }));
  later(world, STATUS_MS.read, () => tell(world, accountId, to, accountId, { read: { mid } }));
  if (happens(world, 'lostAnswer')) return void req.socket.destroy();
  json(res, 200, { recipient_id: to, message_id: mid });
};

/** A public answer under a comment; the account hears of it as of any comment. */
export const replyToComment = (
  world: World,
  commentId: string,
  body: Json,
  req: IncomingMessage,
  res: ServerResponse,
): void => {
  const { sent } = world;
  const words = text(body.message);
  const accountId = world.commented.get(commentId);
  if (words === null || accountId === undefined) return failure(res, 400, 100, 'Invalid parameter');
  if (isLost(world, req, res)) return;
  const id = `178${String(sent.length).padStart(14, '0')}`;
  sent.push({ id, accountId, to: commentId, body, correlation: null, at: Date.now() });
  const value = { id, text: words, parent_id: commentId, from: { id: accountId, username: 'ours' } };
  later(world, STATUS_MS.sent, () => change(world, accountId, { field: 'comments', value }));
  if (happens(world, 'lostAnswer')) return void req.socket.destroy();
  json(res, 200, { id });
};

/** The answers under a comment. */
export const repliesTo = ({ sent }: World, commentId: string): object => ({
  data: sent
    .filter(({ to }) => to === commentId)
    .map(({ id, accountId, body }) => ({ id, text: text(body.message), from: { id: accountId } })),
});

/** As Meta would deliver it: an event of a conversation, or a change of a field. Gives the id that the body names. */
export const writeOnInstagram = (world: World, accountId: string, from: string, body: Json): string => {
  const commentId = text(record(record(body.change).value).id);
  if (commentId !== null) world.commented.set(commentId, accountId);
  if (body.change !== undefined) change(world, accountId, body.change);
  else tell(world, accountId, from, accountId, record(body.event));
  return text(body.id) ?? '';
};

/** Somebody answers in the app; gives the id of the message. */
export const answerInInstagram = (
  world: World,
  accountId: string,
  to: string,
  words: string,
  body: Json,
): string => {
  const mid = text(body.id) ?? newId();
  tell(world, accountId, accountId, to, { message: { mid, text: words, is_echo: true } });
  return mid;
};

const newId = (): string => `aWdf${randomUUID().replaceAll('-', '')}`;

/** Whether a fault keeps it from being taken; whoever asks is told then, as far as somebody tells him. */
const isLost = (world: World, req: IncomingMessage, res: ServerResponse): boolean => {
  if (happens(world, 'throttle')) failure(res, 429, 613, 'Calls to this api have exceeded the rate limit');
  else if (happens(world, 'error')) failure(res, 500, 2, 'An unexpected error has occurred');
  else if (happens(world, 'lostRequest')) req.socket.destroy();
  else return false;
  return true;
};

const webhook = (accountId: string, facts: object): object => ({
  object: 'instagram',
  entry: [{ id: accountId, time: Date.now(), ...facts }],
});

const change = ({ deliveries }: World, accountId: string, changed: unknown): void =>
  deliveries.deliver('instagram', webhook(accountId, { changes: [changed] }));

/** What happens in a conversation between the account and one person. */
const tell = ({ deliveries }: World, accountId: string, from: string, to: string, facts: object): void => {
  const event = { sender: { id: from }, recipient: { id: to }, timestamp: Date.now(), ...facts };
  deliveries.deliver('instagram', webhook(accountId, { messaging: [event] }));
};
