/** The simulated network signs its forms as carriers do: the product, which shares no code with it, accepts them. */
import t from 'tap';
import { verifyPost } from '../../../providers/carriers/plivo/signature.js';
import { verifyRequest } from '../../../providers/carriers/twilio/signature.js';
import { signForm as signPlivoForm } from '../../../simulators/phone-network/plivo/signature.js';
import { signForm as signTwilioForm } from '../../../simulators/phone-network/twilio/signature.js';

const TOKEN = 'token-of-a-test';
const PARAMS = [
  ['To', '+14155550100'],
  ['CallStatus', 'in-progress'],
  ['From', '+15005550006'],
  ['Empty', ''],
] as const;
const URLS = ['https://voice.example.org/callbacks', 'http://127.0.0.1:8080/callbacks?run=7&call=a%20b'];

const bodyOf = (params: readonly (readonly [string, string])[]): Buffer =>
  Buffer.from(new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString());

for (const url of URLS)
  for (const params of [PARAMS, []]) {
    const body = bodyOf(params);
    t.test(`${url} with ${params.length} parameters`, (t) => {
      const signature = signTwilioForm(TOKEN, url, params);
      t.ok(verifyRequest(TOKEN, { url, body, signature }), 'Twilio');
      t.notOk(verifyRequest('another token', { url, body, signature }), 'Twilio, with another token');
      const nonce = '12345';
      const headers = {
        'x-plivo-signature-v3': signPlivoForm(TOKEN, url, params, nonce),
        'x-plivo-signature-v3-nonce': nonce,
      };
      t.ok(verifyPost(TOKEN, { url, headers, body }), 'Plivo');
      t.notOk(verifyPost('another token', { url, headers, body }), 'Plivo, with another token');
      t.end();
    });
  }
