import t from 'tap';
import { ConfigError, readConfig } from '../../../src/config/index.js';

t.test('everything has a default', async (t) => {
  t.match(readConfig({}, {}), {
    port: 8080,
    host: '127.0.0.1',
    nats: null,
    shards: 1,
    publicUrl: null,
    twilio: null,
  });
});

t.test('options take precedence over the environment', async (t) => {
  t.equal(readConfig({ port: '0' }, { PARLEY_PORT: '9000' }).port, 0);
  t.equal(readConfig({}, { PARLEY_PORT: '9000' }).port, 9_000);
});

t.test('invalid values are refused with what to write instead', async (t) => {
  for (const port of ['http', '70000', '-1', '8.5', '']) {
    t.throws(
      () => readConfig({ port }, {}),
      { name: 'ConfigError', message: /--port is ".*"; write a whole number/ },
      port,
    );
  }
  t.throws(() => readConfig({}, { PARLEY_PUBLIC_URL: 'voice.example.org' }), /like https:/);
  t.throws(() => readConfig({}, { PARLEY_VOICE_DETECTOR: 'webrtc' }), /write silero or energy/);
  t.equal(readConfig({}, { PARLEY_VOICE_DETECTOR: 'energy' }).voiceDetector, 'energy');
  t.same(
    [{}, { PARLEY_PREEMPTIVE: '0' }, { PARLEY_PREEMPTIVE: '1' }].map((env) => readConfig({}, env).preemptive),
    [false, false, true],
  );
  t.throws(() => readConfig({}, { PARLEY_PREEMPTIVE: 'yes' }), /PARLEY_PREEMPTIVE is "yes"; write 1, or 0/);
  t.equal(readConfig({}, {}).timeZone, 'UTC');
  t.equal(readConfig({}, { PARLEY_TIME_ZONE: 'Europe/Berlin' }).timeZone, 'Europe/Berlin');
  t.throws(() => readConfig({}, { PARLEY_TIME_ZONE: '+02:00' }), /like Europe\/Berlin or UTC/);
  const simulatorToken = (text: string) => readConfig({}, { PARLEY_SIMULATOR_TOKEN: text }).simulatorToken;
  for (const length of [16, 256]) t.equal(simulatorToken('t'.repeat(length)), 't'.repeat(length));
  for (const text of ['', 't'.repeat(15), 't'.repeat(257), 'a token with spaces', `${'t'.repeat(16)}\n`])
    t.throws(() => simulatorToken(text), /PARLEY_SIMULATOR_TOKEN: write 16 to 256/);
  t.throws(() => readConfig({}, { TWILIO_ACCOUNT_SID: 'AC1' }), /all of TWILIO_ACCOUNT_SID/);
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+15005550006' };
  t.throws(
    () => readConfig({}, twilio),
    new ConfigError('carriers must reach this service: set PARLEY_PUBLIC_URL to its https address'),
  );
  t.match(readConfig({}, { ...twilio, PARLEY_PUBLIC_URL: 'https://voice.example.org/' }), {
    publicUrl: 'https://voice.example.org',
    carriers: { order: ['twilio'], twilio: { from: '+15005550006' }, telnyx: null },
  });
  const plivo = {
    PLIVO_AUTH_ID: 'MA1',
    PLIVO_AUTH_TOKEN: 't',
    PLIVO_FROM: '+15005550006',
    PLIVO_API_URL: 'https://api.eu.example.org/',
    PARLEY_PUBLIC_URL: 'https://voice.example.org/',
  };
  t.match(readConfig({}, { ...twilio, ...plivo, PARLEY_CARRIER: 'plivo, twilio,plivo' }), {
    carriers: {
      order: ['plivo', 'twilio'],
      twilio: { apiBaseUrl: 'https://api.twilio.com' },
      plivo: { apiBaseUrl: 'https://api.eu.example.org' },
    },
  });
  t.throws(
    () => readConfig({}, { ...plivo, PARLEY_CARRIER: 'telnyx' }),
    new ConfigError('PARLEY_CARRIER has "telnyx", which is not a carrier with an account: write plivo'),
  );
  t.throws(() => readConfig({}, { PARLEY_CARRIER: 'twilio' }), /none is configured/);
  const twilioOf = (change: object) =>
    readConfig({}, { ...twilio, PARLEY_PUBLIC_URL: 'https://v.example.org', ...change }).carriers.twilio;
  t.notOk('apiKey' in (twilioOf({}) ?? {}));
  t.match(twilioOf({ TWILIO_API_KEY_SID: 'SK1', TWILIO_API_KEY_SECRET: 's' }), {
    authToken: 't',
    apiKey: { sid: 'SK1', secret: 's' },
  });
  t.throws(
    () => twilioOf({ TWILIO_API_KEY_SID: 'SK1' }),
    /set all of TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET/,
  );
  t.throws(() => twilioOf({ TWILIO_API_KEY_SID: 'AC1', TWILIO_API_KEY_SECRET: 's-e-c' }), /begins with SK/);
  const there = { TWILIO_REGION: 'ie1', TWILIO_EDGE: 'dublin' };
  t.match(twilioOf(there), { apiBaseUrl: 'https://api.dublin.ie1.twilio.com' });
  t.match(twilioOf({ ...there, TWILIO_API_URL: 'https://twilio.example.org/' }), {
    apiBaseUrl: 'https://twilio.example.org',
  });
  for (const invalid of [{ TWILIO_REGION: 'ie1' }, { TWILIO_EDGE: 'dublin' }])
    t.throws(() => twilioOf(invalid), /set all of TWILIO_REGION and TWILIO_EDGE/);
  for (const invalid of [
    { TWILIO_REGION: 'ie1', TWILIO_EDGE: 'sydney' },
    { TWILIO_REGION: 'mars', TWILIO_EDGE: 'dublin' },
    { TWILIO_REGION: 'constructor', TWILIO_EDGE: 'dublin' },
  ])
    t.throws(() => twilioOf(invalid), /do not belong together; write us1 with/);
  const telnyx = {
    TELNYX_API_KEY: 'k',
    TELNYX_PUBLIC_KEY: 'short',
    TELNYX_CONNECTION_ID: '1',
    TELNYX_FROM: '+15005550006',
  };
  t.throws(() => readConfig({}, telnyx), /TELNYX_PUBLIC_KEY is not a key/);
  t.throws(() => readConfig({}, { ...plivo, PLIVO_API_URL: 'nonsense' }), /PLIVO_API_URL is "nonsense"/);
});

t.test('a value that would mean something else than it says is refused', (t) => {
  const plivo = { PLIVO_AUTH_ID: 'MA1', PLIVO_AUTH_TOKEN: 't', PLIVO_FROM: '+15005550006' };
  const mistakes = [
    [{ PARLEY_DEVELOPMENT: 'true' }, /PARLEY_DEVELOPMENT is "true"; write 1, or 0/],
    [{ ...plivo, PLIVO_MACHINE_DETECTION: 'on' }, /PLIVO_MACHINE_DETECTION is "on"; write 1, or 0/],
    [{ PARLEY_LOG_LEVEL: 'verbose' }, /PARLEY_LOG_LEVEL is "verbose"; write info, trace, debug/],
    [{ PARLEY_RATE_LIMIT: '0x10' }, /PARLEY_RATE_LIMIT is "0x10"; write a whole number from 1/],
    [{ PARLEY_RATE_LIMIT: ' 8 ' }, /PARLEY_RATE_LIMIT is " 8 "; write a whole number from 1/],
  ] as const;
  for (const [env, message] of mistakes)
    t.throws(() => readConfig({}, env), { name: 'ConfigError', message });
  t.end();
});

t.test('reads the servers of a cluster, and the number of replicas', async (t) => {
  const cluster = { PARLEY_NATS_URL: ' nats://a:4222, nats://b:4222 ,c:4222,' };
  t.match(readConfig({}, cluster), {
    nats: { url: 'nats://a:4222,nats://b:4222,nats://c:4222' },
    replicas: null,
  });
  t.equal(readConfig({}, { ...cluster, PARLEY_REPLICAS: '3' }).replicas, 3);
  t.equal(readConfig({}, { PARLEY_REPLICAS: '1' }).replicas, 1);
  for (const PARLEY_REPLICAS of ['0', '6', '1.5', 'all', ''])
    t.throws(
      () => readConfig({}, { ...cluster, PARLEY_REPLICAS }),
      { name: 'ConfigError', message: /PARLEY_REPLICAS is ".*"; write a whole number from 1 to 5/ },
      PARLEY_REPLICAS,
    );
  t.throws(() => readConfig({}, { PARLEY_REPLICAS: '3' }), {
    name: 'ConfigError',
    message: /the embedded nats-server is a single server; use PARLEY_REPLICAS=1, or set PARLEY_NATS_URL/,
  });
  for (const PARLEY_NATS_URL of ['', ' , ', 'nats://a:4222,nats://:x'])
    t.throws(
      () => readConfig({}, { PARLEY_NATS_URL }),
      { name: 'ConfigError', message: /PARLEY_NATS_URL is ".*"; use nats:/ },
      PARLEY_NATS_URL,
    );
});

t.test('the spool is large enough for one upload', async (t) => {
  t.equal(readConfig({}, {}).spoolBytes, 4 * 1024 ** 3);
  t.equal(readConfig({}, { PARLEY_SPOOL_MIB: '256' }).spoolBytes, 256 * 1024 ** 2);
  t.throws(() => readConfig({}, { PARLEY_SPOOL_MIB: '255' }), /whole number from 256/);
});

t.test('reads trusted proxies, limits per address and the metrics token', async (t) => {
  const { addressLimit, trustedProxies, metricsToken } = readConfig({}, {});
  t.same(
    { addressLimit, trustedProxies, metricsToken },
    {
      addressLimit: { perSecond: 10, burst: 200 },
      trustedProxies: [],
      metricsToken: null,
    },
  );
  t.equal(readConfig({}, { PARLEY_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1' }).trustedProxies.length, 2);
  t.throws(() => readConfig({}, { PARLEY_TRUSTED_PROXIES: '10.0.0.0/8,proxy' }), {
    name: 'ConfigError',
    message: /names "proxy"; write addresses and networks/,
  });
  t.same(readConfig({}, { PARLEY_MEDIA_HOSTS: 'cdn.example.org, .example.net' }).mediaHosts, [
    'cdn.example.org',
    '.example.net',
  ]);
  for (const hosts of [
    '',
    'localhost',
    '.com',
    'https://a.example.org',
    'a.example.org,,b.example.org',
    '*.org',
  ])
    t.throws(
      () => readConfig({}, { PARLEY_MEDIA_HOSTS: hosts }),
      /PARLEY_MEDIA_HOSTS names ".*"; use host names/,
    );
  t.throws(() => readConfig({}, { PARLEY_ADDRESS_RATE_LIMIT: '0' }), /PARLEY_ADDRESS_RATE_LIMIT is "0"/);
  t.equal(readConfig({}, { PARLEY_METRICS_TOKEN: 'x'.repeat(16) }).metricsToken, 'x'.repeat(16));
  for (const token of ['', 'x'.repeat(15), 'with a space in it', 'x'.repeat(257)])
    t.throws(() => readConfig({}, { PARLEY_METRICS_TOKEN: token }), /16 to 256 visible ASCII/, token);
});

t.test('reads where recordings are stored, and refuses invalid stores', async (t) => {
  const recordings = (env: Readonly<Record<string, string>>) => readConfig({}, env).recordings;
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  t.same(recordings({}), { kind: 'object-store' });
  t.same(recordings({ PARLEY_RECORDINGS: 'file:/srv/recordings' }), {
    kind: 'directory',
    path: '/srv/recordings',
  });
  t.match(recordings({ PARLEY_RECORDINGS: 'file:///srv/recordings' }), { path: '/srv/recordings' });
  t.same(
    recordings({ PARLEY_RECORDINGS: 's3://calls/eu/voice/', PARLEY_S3_REGION: 'eu-central-1', ...keys }),
    {
      kind: 's3',
      bucket: 'calls',
      prefix: 'eu/voice/',
      endpoint: null,
      region: 'eu-central-1',
      pathStyle: false,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    },
  );
  t.match(recordings({ PARLEY_RECORDINGS: 's3://calls', PARLEY_S3_ENDPOINT: 'https://s3.example.org/' }), {
    prefix: '',
    endpoint: 'https://s3.example.org',
    region: 'us-east-1',
    pathStyle: true,
    credentials: null,
  });
  t.match(
    recordings({ PARLEY_RECORDINGS: 's3://calls', AWS_REGION: 'eu-west-1', PARLEY_S3_PATH_STYLE: '1' }),
    {
      region: 'eu-west-1',
      pathStyle: true,
    },
  );
  const s3 = { PARLEY_RECORDINGS: 's3://calls', PARLEY_S3_REGION: 'eu-west-1' };
  for (const [env, message] of [
    [{ PARLEY_RECORDINGS: 'calls' }, /PARLEY_RECORDINGS is "calls"; write s3:/],
    [{ PARLEY_RECORDINGS: '' }, /write s3:/],
    [{ PARLEY_RECORDINGS: 'file:recordings' }, /use the absolute path/],
    [{ PARLEY_RECORDINGS: 'file://host/recordings' }, /use the absolute path/],
    [{ PARLEY_RECORDINGS: 's3://' }, /write s3:\/\/bucket/],
    [{ PARLEY_RECORDINGS: 's3://Calls', PARLEY_S3_REGION: 'x' }, /lower case/],
    [{ PARLEY_RECORDINGS: 's3://calls/../other', PARLEY_S3_REGION: 'x' }, /the prefix of letters/],
    [{ PARLEY_RECORDINGS: 's3://calls' }, /set PARLEY_S3_REGION/],
    [{ ...s3, PARLEY_S3_REGION: 'Frankfurt am Main' }, /name of a region/],
    [{ ...s3, PARLEY_S3_ENDPOINT: 's3.example.org' }, /like https:/],
    [{ ...s3, PARLEY_S3_ENDPOINT: 'https://s3.example.org/calls' }, /without the bucket/],
    [{ ...s3, PARLEY_S3_PATH_STYLE: 'yes' }, /write 1 for/],
    [{ ...s3, AWS_ACCESS_KEY_ID: 'id' }, /set both of AWS_ACCESS_KEY_ID/],
    [{ PARLEY_S3_REGION: 'eu-west-1' }, /PARLEY_S3_REGION is set, but recordings do not go to S3/],
    [{ PARLEY_RECORDINGS: 'file:/srv', PARLEY_S3_ENDPOINT: 'https://x' }, /PARLEY_S3_ENDPOINT is set, but/],
  ] as const)
    t.throws(() => recordings(env), { name: 'ConfigError', message }, JSON.stringify(env));
});
