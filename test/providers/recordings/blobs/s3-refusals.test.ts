/** Refusals of a store say what to configure; failures that may pass stay as they are. */
import t from 'tap';
import { asRefusal, BlobStoreRefused, isStatus } from '../../../../providers/recordings/blobs/s3-refusals.js';

/** An error as the AWS SDK throws it. */
const responded = (httpStatusCode: number, name = 'Error'): Error =>
  Object.assign(new Error('the SDK says so'), { name, $metadata: { httpStatusCode } });

t.test('each refusal has advice on what to change', async (t) => {
  for (const [status, code, advice] of [
    [404, 'NoSuchBucket', /create the bucket/],
    [404, 'NotFound', /create the bucket/],
    [400, 'NoSuchBucket', /create the bucket/],
    [301, 'PermanentRedirect', /PARLEY_S3_REGION/],
    [400, 'AuthorizationHeaderMalformed', /PARLEY_S3_REGION/],
    [401, 'Unauthorized', /AWS_ACCESS_KEY_ID/],
    [403, 'AccessDenied', /AWS_ACCESS_KEY_ID/],
    [405, 'MethodNotAllowed', /PARLEY_RECORDINGS and PARLEY_S3_ENDPOINT/],
  ] as const) {
    const refusal = asRefusal(responded(status, code), 's3://calls');
    t.type(refusal, BlobStoreRefused);
    t.match(refusal, { message: new RegExp(`^s3://calls responded with ${status} ${code}: `) });
    t.match(refusal, { message: advice }, code);
  }
});

t.test('missing credentials are a refusal before any response', async (t) => {
  const refusal = asRefusal(
    Object.assign(new Error('none'), { name: 'CredentialsProviderError' }),
    's3://calls',
  );
  t.type(refusal, BlobStoreRefused);
  t.match(refusal, { message: /no credentials found for s3:\/\/calls/ });
});

t.test('a store that fails or does not respond has refused nothing', async (t) => {
  for (const error of [
    responded(500),
    responded(503, 'SlowDown'),
    new Error('connection reset'),
    Object.assign(new Error('odd'), { $metadata: null }),
    Object.assign(new Error('odd'), { $metadata: {} }),
    Object.assign(new Error('odd'), { $metadata: { httpStatusCode: '404' } }),
    'a text',
  ])
    t.equal(asRefusal(error, 's3://calls'), error);
});

t.test('a status is that of the response', async (t) => {
  t.ok(isStatus(responded(404), 404));
  t.ok(isStatus(responded(412), 404, 412));
  t.notOk(isStatus(responded(500), 404, 412));
  t.notOk(isStatus(new Error('no response'), 404));
});
