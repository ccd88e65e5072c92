/** Media streams on `ws`, and nothing else: the cost of the library. */
import { once } from 'node:events';
import { WebSocketServer } from 'ws';
import { serveBareAgents } from './bare-agent.js';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const listening = once(server, 'listening').then(() => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
});
const openAgent = serveBareAgents(listening);
server.on('connection', (socket) => {
  const agent = openAgent((text) => socket.send(text));
  socket.on('message', (data) => agent.onText(data.toString()));
  socket.on('close', () => agent.onClose());
  socket.on('error', () => undefined);
});
