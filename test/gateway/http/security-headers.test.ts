/** Headers that protect browsers: on every kind of answer, whatever its status. */
import t from 'tap';
import { METRICS_TOKEN, startGateway } from '../gateway-under-test.js';
import { q } from '../requests.js';
import { sent } from '../sent.js';

const KINDS = [
  ['GET', '/api/v1/openapi.json'],
  ['HEAD', '/api/v1/openapi.json'],
  ['GET', `/api/v1/agents?${q}`],
  ['POST', '/api/v1/agents'],
  ['GET', '/api/v1/nowhere'],
  ['PUT', '/api/v1/agents'],
  ['GET', '/recordings/forged'],
  ['GET', '/files/forged'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/metrics'],
] as const;

t.test('every answer forbids browsers to guess its type', async (t) => {
  const { url, apiKey } = await startGateway(t);
  for (const [method, path] of KINDS) {
    for (const authorization of [`Bearer ${apiKey}`, `Bearer ${METRICS_TOKEN}`, 'Bearer forged']) {
      const { headers } = await sent(`${url}${path}`, { authorization }, method);
      t.equal(headers['x-content-type-options'], 'nosniff', `${method} ${path}`);
      t.equal(headers['strict-transport-security'], undefined, 'no HSTS over plain http');
    }
  }
});

t.test('a service with a public https address sends HSTS for a year', async (t) => {
  const { gateway } = await startGateway(t, { publicUrl: 'https://voice.example.org' });
  for (const [method, path] of KINDS) {
    const { headers } = await sent(`http://127.0.0.1:${gateway.port}${path}`, {}, method);
    t.equal(headers['strict-transport-security'], 'max-age=31536000', `${method} ${path}`);
  }
});
