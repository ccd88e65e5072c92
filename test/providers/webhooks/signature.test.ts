/** The headers that prove where a delivery comes from; test/ecosystem/webhooks.test.ts verifies them with foreign libraries. */
import { createHmac } from 'node:crypto';
import t from 'tap';
import { signatureHeaders, standardSecret } from '../../../providers/webhooks/signature.js';

const DELIVERY = {
  eventId: 'wamid.1:read',
  timestamp: 1_772_535_600,
  body: '{"text":"Für Sie – 早い"}',
  secret: 'secret',
};

t.test('a secret of Standard Webhooks is the same key in another form', async (t) => {
  const secret = '4f1c2a9be07d4a53b1c6d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3';
  t.match(standardSecret(secret), /^whsec_[A-Za-z0-9+/]{86}==$/);
  t.equal(Buffer.from(standardSecret(secret).slice('whsec_'.length), 'base64').toString(), secret);
});

t.test('the contract’s headers stay as they are, whatever the other scheme has', async (t) => {
  const headers = signatureHeaders({ ...DELIVERY, previousSecrets: [] });
  t.same(headers, {
    'x-service-timestamp': '1772535600',
    // The vector in docs/how-to/webhooks.md.
    'x-service-signature': '1ea68a6dc11cc38469434de7d7b31898d7d699cd640b44dbcc49acaa4f8c2948',
    'webhook-id': 'wamid.1:read',
    'webhook-timestamp': '1772535600',
    'webhook-signature': `v1,${createHmac('sha256', 'secret')
      .update('wamid.1:read.1772535600.{"text":"Für Sie – 早い"}')
      .digest('base64')}`,
  });
});

t.test('former secrets sign beside the present one, which alone signs the contract’s header', async (t) => {
  const alone = (secret: string) => signatureHeaders({ ...DELIVERY, secret, previousSecrets: [] });
  const headers = signatureHeaders({ ...DELIVERY, previousSecrets: ['older', 'oldest'] });
  t.equal(headers['x-service-signature'], alone('secret')['x-service-signature']);
  t.equal(
    headers['x-service-signature-previous'],
    ['older', 'oldest'].map((secret) => alone(secret)['x-service-signature']).join(' '),
  );
  t.equal(
    headers['webhook-signature'],
    ['secret', 'older', 'oldest'].map((secret) => alone(secret)['webhook-signature']).join(' '),
  );
});
