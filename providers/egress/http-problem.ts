/** Stable names for requests that got no response. They reveal nothing about the remote machine or its network. */

export type HttpProblem =
  | 'address_not_allowed'
  | 'name_not_resolved'
  | 'name_lookups_limited'
  | 'timeout'
  | 'connection_refused'
  /** The certificate's validity has ended. */
  | 'tls_certificate_expired'
  /** It is self-signed, or its issuer is unknown, possibly because the server does not send the intermediate certificate. */
  | 'tls_certificate_untrusted'
  /** It is for other names. */
  | 'tls_certificate_wrong_host'
  /** It is not yet valid, revoked, or not meant for servers. */
  | 'tls_certificate_invalid'
  /** The handshake failed for another reason: the server does not speak TLS, or no version or cipher that we accept. */
  | 'tls_failed'
  /** The server does not speak HTTP. */
  | 'invalid_response'
  | 'connection_failed';

/** By the codes of Node.js, OpenSSL (`tls.TLSSocket`, "X509 certificate error codes") and undici. */
const PROBLEMS: Readonly<Record<string, HttpProblem>> = {
  ADDRESS_NOT_ALLOWED: 'address_not_allowed',
  NAME_NOT_FOUND: 'name_not_resolved',
  NAME_TIMED_OUT: 'name_not_resolved',
  NAME_FAILED: 'name_not_resolved',
  NAME_LOOKUPS_LIMITED: 'name_lookups_limited',
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  TimeoutError: 'timeout',
  CERT_HAS_EXPIRED: 'tls_certificate_expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_certificate_untrusted',
  CERT_UNTRUSTED: 'tls_certificate_untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_certificate_wrong_host',
  HOSTNAME_MISMATCH: 'tls_certificate_wrong_host',
  CERT_NOT_YET_VALID: 'tls_certificate_invalid',
  CERT_REVOKED: 'tls_certificate_invalid',
  CERT_REJECTED: 'tls_certificate_invalid',
  CERT_SIGNATURE_FAILURE: 'tls_certificate_invalid',
  CERT_CHAIN_TOO_LONG: 'tls_certificate_invalid',
  INVALID_CA: 'tls_certificate_invalid',
  INVALID_PURPOSE: 'tls_certificate_invalid',
  PATH_LENGTH_EXCEEDED: 'tls_certificate_invalid',
  EPROTO: 'tls_failed',
  HTTPParserError: 'invalid_response',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
};

/** Problems that certainly kept a request from being read. */
export const NOT_SENT: ReadonlySet<HttpProblem> = new Set([
  'address_not_allowed',
  'name_not_resolved',
  'name_lookups_limited',
  'connection_refused',
  'tls_certificate_expired',
  'tls_certificate_untrusted',
  'tls_certificate_wrong_host',
  'tls_certificate_invalid',
  'tls_failed',
]);

/** Maps a request error to its stable name. */
export const problemOf = (error: unknown): HttpProblem => {
  if (!(error instanceof Error)) return 'connection_failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const known = PROBLEMS[code] ?? PROBLEMS[error.name];
  if (known !== undefined) return known;
  if (/CERT|TLS|SSL/.test(code)) return 'tls_failed';
  // Node.js has no code for a connection that ends during the handshake, only this message.
  return code === 'ECONNRESET' && error.message.includes('before secure TLS connection')
    ? 'tls_failed'
    : 'connection_failed';
};
