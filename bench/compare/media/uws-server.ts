/** Media streams on uWebSockets, and nothing else: the cost of the library. */
import uWS from 'uWebSockets.js';
import { type BareAgent, serveBareAgents } from './bare-agent.js';

interface SocketData {
  agent: BareAgent | null;
}

const app = uWS.App();
const openAgent = serveBareAgents(
  new Promise((resolve, reject) => {
    setImmediate(() =>
      app.listen('127.0.0.1', 0, (socket) => {
        if (socket === false) return reject(new Error('no port'));
        process.on('disconnect', () => uWS.us_listen_socket_close(socket));
        resolve(uWS.us_socket_local_port(socket));
      }),
    );
  }),
);
app.ws<SocketData>('/*', {
  upgrade: (res, req, context) =>
    void res.upgrade<SocketData>(
      { agent: null },
      req.getHeader('sec-websocket-key'),
      req.getHeader('sec-websocket-protocol'),
      req.getHeader('sec-websocket-extensions'),
      context,
    ),
  open: (socket) => {
    socket.getUserData().agent = openAgent((text) => void socket.send(text));
  },
  message: (socket, message) => socket.getUserData().agent?.onText(Buffer.from(message).toString('utf8')),
  close: (socket) => socket.getUserData().agent?.onClose(),
});
