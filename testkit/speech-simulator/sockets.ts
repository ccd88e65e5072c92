/** What all simulated websockets have in common: a dialogue a connection, its messages noted, its texts spoken. */
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { isRecord } from '../../schemas/json.js';
import type { Visit, World } from './world.js';

/** One connection of a provider. */
export interface Dialogue {
  readonly world: World;
  readonly visit: Visit;
  readonly socket: WebSocket;
  readonly query: URLSearchParams;
}

/** A provider's side of its websockets. */
export interface SocketProvider {
  readonly name: string;
  readonly path: RegExp;
  /** The key of an upgrade, or null. */
  keyOf(request: IncomingMessage): string | null;
  /** Gives what to do with each message. */
  converse(dialogue: Dialogue): (message: Readonly<Record<string, unknown>>) => void;
}

export const sendJson = ({ socket }: Dialogue, message: object): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
};

/** What the simulators say that nobody understands. */
export const RUBBISH = '{"type":';

/** Takes a connection that was upgraded. */
export const takeSocket = (provider: SocketProvider, dialogue: Dialogue): void => {
  const { socket, visit } = dialogue;
  const onMessage = provider.converse(dialogue);
  socket.on('message', (data, isBinary) => {
    const message: unknown = isBinary ? null : JSON.parse(String(data));
    visit.messages.push(message);
    if (isRecord(message)) onMessage(message);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    visit.open = false;
  });
};
