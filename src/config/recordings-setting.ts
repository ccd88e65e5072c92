/** Where recordings are stored: the object store of JetStream, a directory of all nodes, or S3. */
import { isAbsolute } from 'node:path';
import type { S3Options } from '../../providers/recordings/blobs/s3.js';
import { ConfigError } from './error.js';

/** Where recordings are stored. */
export type RecordingsSetting =
  /** JetStream, beside the journal. */
  | { readonly kind: 'object-store' }
  /** Absolute path of a directory that all nodes share. */
  | { readonly kind: 'directory'; readonly path: string }
  | ({ readonly kind: 's3' } & S3Options);

type Env = Readonly<Record<string, string | undefined>>;

/** The region that most S3-compatible stores with their own address accept if they have no regions. */
const REGION_OF_ENDPOINTS = 'us-east-1';
/** Bucket names of S3; a name with a dot breaks the certificate, and works with path style only. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_SEGMENT = /^(?!\.\.?$)[A-Za-z0-9_.-]+$/;
const S3_SETTINGS = ['PARLEY_S3_ENDPOINT', 'PARLEY_S3_REGION', 'PARLEY_S3_PATH_STYLE'] as const;
const FORMS = 's3://bucket/prefix, file:/a/directory, or object-store';

/** @throws ConfigError */
export const recordingsSetting = (env: Env): RecordingsSetting => {
  const text = env.PARLEY_RECORDINGS ?? 'object-store';
  if (text.startsWith('s3://')) return s3(text, env);
  const unused = S3_SETTINGS.find((name) => env[name] !== undefined);
  if (unused !== undefined)
    throw new ConfigError(
      `${unused} is set, but recordings do not go to S3; set PARLEY_RECORDINGS=s3://bucket/prefix, or remove ${unused}`,
    );
  if (text === 'object-store') return { kind: 'object-store' };
  if (text.startsWith('file:')) return directory(text);
  throw new ConfigError(`PARLEY_RECORDINGS is "${text}"; write ${FORMS}`);
};

const directory = (text: string): RecordingsSetting => {
  const path = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  if (!isAbsolute(path) || path.startsWith('//'))
    throw new ConfigError(
      `PARLEY_RECORDINGS is "${text}"; use the absolute path of a directory that all nodes share, like file:/srv/recordings`,
    );
  return { kind: 'directory', path };
};

const s3 = (text: string, env: Env): RecordingsSetting => {
  const [bucket = '', ...segments] = text.slice('s3://'.length).replace(/\/+$/, '').split('/');
  if (!BUCKET.test(bucket) || !segments.every((segment) => PREFIX_SEGMENT.test(segment)))
    throw new ConfigError(
      `PARLEY_RECORDINGS is "${text}"; write s3://bucket or s3://bucket/prefix, the bucket in lower case, the prefix of letters, digits, ".", "_" and "-"`,
    );
  const endpoint = endpointOf(env.PARLEY_S3_ENDPOINT);
  const region =
    env.PARLEY_S3_REGION ?? env.AWS_REGION ?? (endpoint === null ? undefined : REGION_OF_ENDPOINTS);
  if (region === undefined || !/^[a-z0-9-]+$/.test(region))
    throw new ConfigError(
      region === undefined
        ? 'the bucket of PARLEY_RECORDINGS has a region: set PARLEY_S3_REGION, like eu-central-1; for a store other than Amazon S3, set PARLEY_S3_ENDPOINT'
        : `PARLEY_S3_REGION (or AWS_REGION) is "${region}"; write the name of a region, like eu-central-1`,
    );
  return {
    kind: 's3',
    bucket,
    prefix: segments.map((segment) => `${segment}/`).join(''),
    endpoint,
    region,
    pathStyle: pathStyle(env.PARLEY_S3_PATH_STYLE, endpoint),
    credentials: credentials(env),
  };
};

const endpointOf = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && url.pathname === '/' && url.search === '' && url.username === '';
  if (url === null || !plain || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `PARLEY_S3_ENDPOINT is "${text}"; write the address of the store without the bucket, like https://s3.example.org`,
    );
  return url.origin;
};

/** Stores with their own address seldom have a host name for each bucket. */
const pathStyle = (text: string | undefined, endpoint: string | null): boolean => {
  if (text === undefined) return endpoint !== null;
  if (text === '0' || text === '1') return text === '1';
  throw new ConfigError(
    `PARLEY_S3_PATH_STYLE is "${text}"; write 1 for <endpoint>/<bucket>/<key>, 0 for <bucket>.<endpoint>/<key>`,
  );
};

const credentials = (env: Env): S3Options['credentials'] => {
  const accessKeyId = env.AWS_ACCESS_KEY_ID;
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY;
  if (accessKeyId === undefined && secretAccessKey === undefined) return null;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(
      'set both of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or none of them to use those of the machine',
    );
  const sessionToken = env.AWS_SESSION_TOKEN;
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
};
