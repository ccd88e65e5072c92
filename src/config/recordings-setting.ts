/** Where recordings are stored: the object store of JetStream, a directory of all nodes, or S3. */
import { isAbsolute } from 'node:path';
import type { S3Options } from '../../providers/recordings/blobs/s3.js';
import { ConfigError } from './error.js';
import { type Env, read } from './settings/setting.js';
import { REGION_OF_ENDPOINTS, STORAGE } from './settings/storage.js';

/** Where recordings are stored. */
export type RecordingsSetting =
  /** JetStream, beside the journal. */
  | { readonly kind: 'object-store' }
  /** Absolute path of a directory that all nodes share. */
  | { readonly kind: 'directory'; readonly path: string }
  | ({ readonly kind: 's3' } & S3Options);

/** Bucket names of S3; a name with a dot breaks the certificate, and works with path style only. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_SEGMENT = /^(?!\.\.?$)[A-Za-z0-9_.-]+$/;
const FORMS = 's3://bucket/prefix, file:/a/directory, or object-store';

/** @throws ConfigError */
export const recordingsSetting = (env: Env): RecordingsSetting => {
  const text = read(STORAGE.recordings, env);
  if (text.startsWith('s3://')) return s3(text, env);
  const { endpoint, region, pathStyle } = STORAGE.s3;
  const unused = [endpoint, region, pathStyle].find(({ variable }) => env[variable] !== undefined);
  if (unused !== undefined)
    throw new ConfigError(
      `${unused.variable} is set, but recordings do not go to S3; set PARLEY_RECORDINGS=s3://bucket/prefix, or remove ${unused.variable}`,
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
  const address = read(STORAGE.s3.endpoint, env);
  const endpoint = address === null ? null : new URL(address).origin;
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
    // Stores with their own address seldom have a host name for each bucket.
    pathStyle: read(STORAGE.s3.pathStyle, env) ?? endpoint !== null,
    credentials: credentials(env),
  };
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
