/** What all simulated websockets share: one dialogue per connection, with recorded messages and spoken texts. */
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { isRecord } from '../support/json.js';
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
  /** The key of an upgrade; null if it has none. */
  keyOf(request: IncomingMessage): string | null;
  /** Returns the handler of messages. */
  converse(dialogue: Dialogue): (message: Readonly<Record<string, unknown>>) => void;
}

export const sendJson = ({ socket }: Dialogue, message: object): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
};

/** Output of the simulators that no client can parse. */
export const RUBBISH = '{"type":';

/** Serves a connection that was upgraded. */
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
