/**
 * Secrets that all nodes of a cluster share: created once by the first node, stored in a JetStream key-value bucket,
 * never logged.
 */
import { randomBytes } from 'node:crypto';
import { jetstream } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';

export interface Secrets {
  /** Signs media tokens. */
  readonly mediaToken: string;
  /** Signs recording links. */
  readonly link: string;
  /** Seals access tokens of channel accounts (operations/sealing.ts). */
  readonly sealing: string;
  /** Auth token of the account at the simulated network, when we run it ourselves. */
  readonly loopbackAuth: string;
  /** App secret and verify token of the simulated Meta. */
  readonly metaApp: string;
}

const BUCKET = 'parley_secrets';
/** The stream of the bucket. */
export const SECRETS_STREAM = `KV_${BUCKET}`;
const NAMES = ['mediaToken', 'link', 'sealing', 'loopbackAuth', 'metaApp'] as const;

/** Reads the cluster's secrets, creating those that are missing. `replicas`: for a bucket that is created (undefined: one). */
export const sharedSecrets = async (nc: NatsConnection, replicas?: number): Promise<Secrets> => {
  const bucket = await new Kvm(jetstream(nc)).create(BUCKET, {
    history: 1,
    // Read from the leader: a replica may not have yet what another node has just created.
    allow_direct: false,
    ...(replicas === undefined ? {} : { replicas }),
  });
  const entries = await Promise.all(
    NAMES.map(async (name) => [name, await readOrCreate(bucket, name)] as const),
  );
  const secrets = new Map(entries);
  const secret = (name: (typeof NAMES)[number]): string => secrets.get(name) ?? '';
  return {
    mediaToken: secret('mediaToken'),
    link: secret('link'),
    sealing: secret('sealing'),
    loopbackAuth: secret('loopbackAuth'),
    metaApp: secret('metaApp'),
  };
};

type Bucket = Awaited<ReturnType<Kvm['create']>>;

const readOrCreate = async (bucket: Bucket, name: string): Promise<string> => {
  const stored = await bucket.get(name);
  if (stored !== null) return stored.string();
  try {
    const created = randomBytes(32).toString('base64url');
    await bucket.create(name, created);
    return created;
  } catch (error) {
    // Another node was first; the secret is the one that it created.
    const existing = await bucket.get(name);
    if (existing === null) throw error;
    return existing.string();
  }
};
