/** How the error of a provider is logged: with enough to find the fault, and without secrets. */
import t from 'tap';
import { describeFailure, providerFailure } from '../../providers/provider-failure.js';

const SECRET = 's3cr3t-of-ours';

t.test('reports the name, the code, the status and the message of an error', async (t) => {
  const error = Object.assign(new TypeError('no such voice'), { code: 'voice_unknown', status: 404 });
  t.same(providerFailure(error), {
    name: 'TypeError',
    code: 'voice_unknown',
    status: 404,
    message: 'no such voice',
  });
  t.equal(describeFailure(error), 'TypeError voice_unknown: no such voice');
  t.equal(describeFailure(new RangeError('too deep')), 'RangeError: too deep');
  t.same(providerFailure('gone'), { name: 'string', code: null, status: null, message: 'gone' });
});

t.test('finds code and status in the cause, even if causes are circular', async (t) => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', statusCode: 502 });
  t.match(providerFailure(new TypeError('fetch failed', { cause })), {
    code: 'ECONNREFUSED',
    status: 502,
    message: 'fetch failed',
  });
  const round = new Error('round');
  round.cause = round;
  t.match(providerFailure(round), { code: null, status: null });
  t.match(providerFailure(Object.assign(new Error('x'), { $metadata: { httpStatusCode: 503 } })), {
    status: 503,
  });
});

t.test('removes queries and credentials from addresses, and values that are labelled as keys', async (t) => {
  for (const [text, expected] of [
    [
      `GET https://api.example.com/v1/say?key=${SECRET}&voice=ann failed`,
      'GET https://api.example.com/v1/say failed',
    ],
    [`cannot reach wss://user:${SECRET}@host.example:8443/live`, 'cannot reach wss://host.example:8443/live'],
    [`"https://a.example/x#${SECRET}" (again)`, '"https://a.example/x" (again)'],
    [`postgresql://parley:${SECRET}@db.example/orders`, 'postgresql://db.example/orders'],
    [`404 for /v1/models?api_key=${SECRET}`, '404 for /v1/models'],
    [`http://[not-an-address?${SECRET}`, '[address]'],
    [`header Authorization: Bearer ${SECRET}`, 'header Authorization: [removed]'],
    [`sent "Bearer ${SECRET}" to it`, 'sent "Bearer [removed]" to it'],
    [`{"api_key": "${SECRET}", "voice": "ann"}`, '{"api_key": [removed]", "voice": "ann"}'],
    [`x-api-key=${SECRET}; voice=ann`, 'x-api-key=[removed]; voice=ann'],
  ] as const) {
    const { message } = providerFailure(new Error(text));
    t.notMatch(message, SECRET, text);
    if (!text.includes('Authorization')) t.equal(message, expected);
  }
});

t.test('truncates a long message', async (t) => {
  t.equal(providerFailure(new Error('x'.repeat(1_000_000))).message.length, 500);
});
