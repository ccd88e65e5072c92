/**
 * Archive of mediasoup's releases → its SHA-256 in hex. It is empty: the authors publish no sums, and we could not download the archives
 * to record them. To add one, download the archive twice over different networks, and enter what `sha256sum` prints for both
 * (docs/how-to/browser-calls.md).
 */
export const WORKER_SUMS: Readonly<Record<string, string>> = {};
