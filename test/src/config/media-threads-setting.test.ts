import t from 'tap';
import { mediaThreadsSetting } from '../../../src/config/media-threads-setting.js';

t.test('without a number there are no threads, and settings that only they use are refused', async (t) => {
  t.equal(mediaThreadsSetting({}), null);
  t.equal(
    mediaThreadsSetting({ PARLEY_MEDIA_THREADS: '0', PARLEY_PUBLIC_URL: 'https://voice.example.org' }),
    null,
  );
  t.throws(() => mediaThreadsSetting({ PARLEY_MEDIA_PORT: '8081' }), {
    name: 'ConfigError',
    message: /PARLEY_MEDIA_PORT is only used by media threads; set PARLEY_MEDIA_THREADS/,
  });
  t.throws(() => mediaThreadsSetting({ PARLEY_MEDIA_URL: 'https://media.example.org' }), {
    name: 'ConfigError',
  });
});

t.test('threads share a port that carriers reach', async (t) => {
  t.same(mediaThreadsSetting({ PARLEY_MEDIA_THREADS: '3' }), { count: 3, port: 0, publicUrl: null });
  t.same(
    mediaThreadsSetting({
      PARLEY_MEDIA_THREADS: '2',
      PARLEY_MEDIA_PORT: '8081',
      PARLEY_MEDIA_URL: 'https://media.example.org/',
      PARLEY_PUBLIC_URL: 'https://voice.example.org',
    }),
    { count: 2, port: 8_081, publicUrl: 'https://media.example.org' },
  );
});

t.test('invalid settings are refused, with what to write', async (t) => {
  const invalid: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ PARLEY_MEDIA_THREADS: 'many' }, /PARLEY_MEDIA_THREADS is "many"; write a whole number from 0 to 64/],
    [{ PARLEY_MEDIA_THREADS: '65' }, /from 0 to 64/],
    [{ PARLEY_MEDIA_THREADS: '1', PARLEY_MEDIA_PORT: '70000' }, /PARLEY_MEDIA_PORT is "70000"/],
    [{ PARLEY_MEDIA_THREADS: '1', PARLEY_MEDIA_URL: 'wss://media' }, /like https:\/\/media\.example\.org/],
    [
      { PARLEY_MEDIA_THREADS: '1', PARLEY_PUBLIC_URL: 'https://voice.example.org' },
      /set PARLEY_MEDIA_URL to the address of PARLEY_MEDIA_PORT/,
    ],
  ];
  for (const [env, message] of invalid)
    t.throws(() => mediaThreadsSetting(env), { name: 'ConfigError', message });
});
