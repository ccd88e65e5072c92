/** Short names for user agents. */
import t from 'tap';
import { shortUserAgent } from '../../../operations/audit/user-agent.js';

const AGENTS = {
  'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0': 'Firefox 131 on Linux',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36':
    'Chrome 130 on Windows',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0':
    'Edge 130 on Windows',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15':
    'Safari 18 on macOS',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1':
    'Safari 18 on iOS',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36':
    'Chrome 130 on Android',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36':
    'Chrome 130 on Linux',
  'Mozilla/5.0 (X11; Linux x86_64) Something/1.0': 'Browser on Linux',
  'curl/8.5.0': 'curl/8.5.0',
  'python-requests/2.32.3': 'python-requests/2.32.3',
  node: 'node',
} as const;

t.test('a browser is named with its operating system, any other client with its product', async (t) => {
  for (const [header, expected] of Object.entries(AGENTS))
    t.equal(shortUserAgent(header), expected, expected);
});

t.test('made-up user agents are truncated or omitted', async (t) => {
  t.equal(shortUserAgent(undefined), null);
  t.equal(shortUserAgent(''), null);
  t.equal(shortUserAgent('<script>alert(1)</script>'), null);
  t.equal(shortUserAgent('=HYPERLINK("https://example.org")'), null);
  const long = shortUserAgent(`${'a'.repeat(16_000)}/1`);
  t.ok(long !== null && long.length <= 60);
});
