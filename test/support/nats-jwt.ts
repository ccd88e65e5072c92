/** An operator, an account and a user of NATS's decentralised authentication, as from `nsc` (NATS docs, "JWTs"). */
import { createHash } from 'node:crypto';
import { nkeys } from '@nats-io/transport-node';

type KeyPair = ReturnType<typeof nkeys.createUser>;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signed = (issuer: KeyPair, subject: KeyPair, name: string, nats: object): string => {
  const claims = { iat: Math.floor(Date.now() / 1_000), iss: issuer.getPublicKey(), name, nats };
  const jti = createHash('sha256').update(JSON.stringify(claims)).digest('base64url');
  const body = `${base64url({ typ: 'JWT', alg: 'ed25519-nkey' })}.${base64url({ ...claims, jti, sub: subject.getPublicKey() })}`;
  return `${body}.${Buffer.from(issuer.sign(new TextEncoder().encode(body))).toString('base64url')}`;
};

const EVERYTHING = { subs: -1, data: -1, payload: -1 };
const ACCOUNT_LIMITS = {
  ...EVERYTHING,
  imports: -1,
  exports: -1,
  wildcards: true,
  conn: -1,
  leaf: -1,
  mem_storage: -1,
  disk_storage: -1,
  streams: -1,
  consumer: -1,
};

/** An operator, which signs accounts, and one of its accounts. */
export interface TestOperator {
  /** A part of a server's configuration. */
  readonly configuration: string;
  /** The text of a credentials file of a new user. */
  credentials(): string;
}

/** Two operators do not trust each other. */
export const createOperator = (): TestOperator => {
  const [operator, account, system] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount()];
  const accountJwt = (pair: KeyPair, name: string, limits: object): string =>
    signed(operator, pair, name, { type: 'account', version: 2, limits });
  return {
    configuration: `operator: ${signed(operator, operator, 'O', { type: 'operator', version: 2 })}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: {
  ${account.getPublicKey()}: ${accountJwt(account, 'A', ACCOUNT_LIMITS)}
  ${system.getPublicKey()}: ${accountJwt(system, 'SYS', { ...EVERYTHING, conn: -1 })}
}
`,
    credentials: () => {
      const user = nkeys.createUser();
      const jwt = signed(account, user, 'U', { type: 'user', version: 2, ...EVERYTHING });
      const seed = new TextDecoder().decode(user.getSeed());
      return `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`;
    },
  };
};
