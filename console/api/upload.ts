/** Uploads a file: as multipart, so that it is never held in memory whole, and with progress. */
import {
  ApiProblem,
  type ApiResponse,
  addressOf,
  csrfHeader,
  type Data,
  freshKey,
  notifySessionExpired,
  notifyWritten,
} from './client.js';
import { OPERATIONS } from './operations.js';

type UploadId =
  | 'importContacts'
  | 'importSuppressions'
  | 'previewContactImport'
  | 'uploadDataSource'
  | 'uploadMedia';

interface UploadOptions {
  /** Sent with the file; lists and objects as JSON. */
  readonly fields: Readonly<Record<string, string | readonly unknown[] | object>>;
  readonly file: File;
  /** Share of the bytes that have been sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** The largest file that the service accepts, bytes; checked before the bytes are sent in vain. */
export const LARGEST_FILE = 60 * 1024 * 1024;
/** A response must arrive within this time, ms: a large file over a slow line. */
const DEADLINE_MS = 600_000;

/** @throws ApiProblem for every refusal, when there is no answer, and with code `cancelled` when `signal` aborts */
export const upload = <O extends UploadId>(
  operation: O,
  { fields, file, onProgress, signal }: UploadOptions,
): Promise<Data<O>> =>
  new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    form.append('file', file, file.name);
    const request = new XMLHttpRequest();
    const { method, keyed } = OPERATIONS[operation];
    request.open(method, addressOf(operation, {}));
    const headers = { ...csrfHeader(), ...(keyed ? { 'Idempotency-Key': freshKey() } : {}) };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.timeout = DEADLINE_MS;
    const abort = (): void => request.abort();
    const unanswered = (): void =>
      reject(
        new ApiProblem(
          'The service is not responding. Check your network, then try again.',
          'no_answer',
          null,
        ),
      );
    signal.addEventListener('abort', abort);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(loaded / Math.max(1, total)),
    );
    request.addEventListener('error', unanswered);
    request.addEventListener('timeout', unanswered);
    request.addEventListener('abort', () =>
      reject(new ApiProblem('The upload was cancelled.', 'cancelled', null)),
    );
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.addEventListener('load', () => {
      const answer: ApiResponse<O> | null = request.response;
      if (answer === null) return unanswered();
      if (answer.ok) return void notifyWritten(operation).then(() => resolve(answer.data));
      const { code, message, requestId, details } = answer.error;
      if (code === 'session_invalid') notifySessionExpired();
      reject(new ApiProblem(message, code, requestId, { details }));
    });
    if (signal.aborted) return reject(new ApiProblem('The upload was cancelled.', 'cancelled', null));
    request.send(form);
  });
