/** The simulated Meta's Instagram: messages, comments, and the actions of people and of an account's owner. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Json, record, text } from '../support/json.js';
import { failure, json } from './answers.js';
import { instagramWords } from './instagram-content.js';
import { happens, later, STATUS_MS, type World } from './world.js';

/** Accepts a text to a person; it is then echoed and read. */
export const sendOnInstagram = (
  world: World,
  accountId: string,
  body: Json,
  req: IncomingMessage,
  res: ServerResponse,
): void => {
  const to = text(record(body.recipient).id);
  const words = instagramWords(record(body.message));
  if (to === null || words === null) return failure(res, 400, 100, 'Invalid parameter');
  if (isLost(world, req, res)) return;
  const mid = newId();
  world.sent.push({ id: mid, accountId, to, body, correlation: null, at: Date.now() });
  const echo = { mid, text: words, is_echo: true };
  later(world, STATUS_MS.sent, () => deliverEvent(world, accountId, accountId, to, { message: echo }));
  later(world, STATUS_MS.read, () => deliverEvent(world, accountId, to, accountId, { read: { mid } }));
  if (happens(world, 'lostAnswer')) return void req.socket.destroy();
  json(res, 200, { recipient_id: to, message_id: mid });
};

/** The sender actions that set a mark; the others are accepted and change nothing. */
const ACTIONS: ReadonlyMap<string, 'read' | 'typing' | null> = new Map([
  ['mark_seen', 'read'],
  ['typing_on', 'typing'],
  ['typing_off', null],
]);

/** Sets a mark in the conversation with a person who has written. A request has one action, and no message besides. */
export const actOnInstagram = (
  world: World,
  accountId: string,
  body: Json,
  req: IncomingMessage,
  res: ServerResponse,
): void => {
  const to = text(record(body.recipient).id);
  const action = ACTIONS.get(text(body.sender_action) ?? '');
  const hasWritten = to !== null && world.written.has(`${accountId} ${to}`);
  if (to === null || action === undefined || body.message !== undefined || !hasWritten)
    return failure(res, 400, 100, 'Invalid parameter');
  if (isLost(world, req, res)) return;
  if (action !== null) world.shown.push({ accountId, target: to, action, at: Date.now() });
  json(res, 200, { recipient_id: to });
};

/** Accepts a public reply under a comment; the account receives it like any comment. */
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

/** The replies under a comment. */
export const repliesTo = ({ sent }: World, commentId: string): object => ({
  data: sent
    .filter(({ to }) => to === commentId)
    .map(({ id, accountId, body }) => ({ id, text: text(body.message), from: { id: accountId } })),
});

/** Delivers an event of a conversation or a change of a field, as Meta would. Returns the ID from the body. */
export const writeOnInstagram = (world: World, accountId: string, from: string, body: Json): string => {
  const commentId = text(record(record(body.change).value).id);
  if (commentId !== null) world.commented.set(commentId, accountId);
  if (body.change === undefined) world.written.add(`${accountId} ${from}`);
  if (body.change !== undefined) change(world, accountId, body.change);
  else deliverEvent(world, accountId, from, accountId, record(body.event));
  return text(body.id) ?? '';
};

/** A human replies in the app; returns the ID of the message. */
export const answerInInstagram = (
  world: World,
  accountId: string,
  to: string,
  words: string,
  body: Json,
): string => {
  const mid = text(body.id) ?? newId();
  deliverEvent(world, accountId, accountId, to, { message: { mid, text: words, is_echo: true } });
  return mid;
};

const newId = (): string => `aWdf${randomUUID().replaceAll('-', '')}`;

/** Whether a fault prevents the request from being accepted; if so, the response, if any, is already sent. */
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

/** Delivers an event of the conversation between the account and one person. */
const deliverEvent = (
  { deliveries }: World,
  accountId: string,
  from: string,
  to: string,
  facts: object,
): void => {
  const event = { sender: { id: from }, recipient: { id: to }, timestamp: Date.now(), ...facts };
  deliveries.deliver('instagram', webhook(accountId, { messaging: [event] }));
};
