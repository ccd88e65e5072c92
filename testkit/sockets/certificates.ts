/** Certificates for TLS tests, generated at run time: no key is in the repository, and none expires (RFC 5280). */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** PEM texts. */
interface TestCertificate {
  readonly certificate: string;
  readonly key: string;
}

interface CertificateOptions {
  /** Default: `localhost`. */
  readonly host?: string;
  /** From the start to the end of its validity, days from now. Default: a day ago to in a day. */
  readonly validDays?: readonly [number, number];
}

/** Signs certificates that expire after a day, unless a test wants others. */
export interface TestAuthority extends TestCertificate {
  /** A certificate for a host, for this machine's loopback address, and for a client of that name. */
  issue(commonName: string, options?: CertificateOptions): TestCertificate;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const [SEQUENCE, SET, INTEGER, BIT_STRING, OCTET_STRING, OID, UTF8, BOOLEAN, UTC_TIME] = [
  0x30, 0x31, 0x02, 0x03, 0x04, 0x06, 0x0c, 0x01, 0x17,
];

/** One value in DER: tag, length, content. */
const der = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const seconds = (at: Date): Buffer =>
  Buffer.from(`${at.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`, 'latin1');

const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OID, hex('2a8648ce3d040302')));
const nameOf = (commonName: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, hex('550403')), der(UTF8, Buffer.from(commonName)))));
const TRUE = der(BOOLEAN, hex('ff'));
const IS_AUTHORITY = der(SEQUENCE, der(OID, hex('551d13')), TRUE, der(OCTET_STRING, der(SEQUENCE, TRUE)));
const isOf = (host: string): Buffer =>
  der(
    SEQUENCE,
    der(OID, hex('551d11')),
    der(OCTET_STRING, der(SEQUENCE, der(0x82, Buffer.from(host)), der(0x87, hex('7f000001')))),
  );

const certify = (
  subject: { readonly commonName: string; readonly publicKey: KeyObject; readonly extension: Buffer },
  issuer: { readonly commonName: string; readonly privateKey: KeyObject },
  [from, to]: readonly [number, number] = [-1, 1],
): string => {
  const now = Date.now();
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, hex('02'))),
    der(INTEGER, Buffer.concat([hex('01'), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer.commonName),
    der(
      SEQUENCE,
      der(UTC_TIME, seconds(new Date(now + from * DAY_MS))),
      der(UTC_TIME, seconds(new Date(now + to * DAY_MS))),
    ),
    nameOf(subject.commonName),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, subject.extension)),
  );
  const signature = der(BIT_STRING, hex('00'), sign('sha256', body, issuer.privateKey));
  const lines = der(SEQUENCE, body, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n');
  return `-----BEGIN CERTIFICATE-----\n${lines.trim()}\n-----END CERTIFICATE-----\n`;
};

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pemOf = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }));

/** A new certificate authority; two of the same name are unrelated. */
export const createAuthority = (commonName: string): TestAuthority => {
  const { publicKey, privateKey } = newKey();
  const issuer = { commonName, privateKey };
  return {
    certificate: certify({ commonName, publicKey, extension: IS_AUTHORITY }, issuer),
    key: pemOf(privateKey),
    issue: (name, { host = 'localhost', validDays } = {}) => {
      const pair = newKey();
      const subject = { commonName: name, publicKey: pair.publicKey, extension: isOf(host) };
      return { certificate: certify(subject, issuer, validDays), key: pemOf(pair.privateKey) };
    },
  };
};
