/** The sample in TypeScript: reads a delivery a line as JSON from stdin, and writes its verdict a line to stdout. */
import { createInterface } from 'node:readline';
import { isGenuine } from '../../../examples/webhooks/verify.js';

interface Delivery {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body: string;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { secret, headers, body }: Delivery = JSON.parse(line);
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const verdict = isGenuine(secret, Object.fromEntries(named), Buffer.from(body, 'base64'));
  process.stdout.write(`${verdict}\n`);
}
