/** Serving recordings: one byte range at a time (RFC 9110 section 14), streamed with backpressure. */
import type { RecordingFile, RecordingStore } from '../providers/recordings/recording-store.js';
import { DomainError } from '../schemas/errors.js';
import { type Connection, type RequestHead, send, statusLine } from './http.js';
import type { RecordingLinks } from './recording-links.js';

/** How long a client may leave us waiting for room in its socket, ms. */
const STALL_MS = 30_000;

type Range = { readonly start: number; readonly end: number };

/** Answers `GET` and `HEAD /recordings/<token>`. @throws DomainError signature_invalid, link_expired, recording_not_found */
export const serveRecording = async (
  connection: Connection,
  head: RequestHead,
  token: string,
  links: RecordingLinks,
  store: RecordingStore,
): Promise<void> => {
  const claim = links.verify(token);
  const file = await store.open(claim.businessId, claim.callId);
  if (file === null) throw new DomainError('recording_not_found');
  const etag = `"${claim.callId}-${file.size}"`;
  const wanted = conditionMet(head, etag) ? parseRange(head.headers.range, file.size) : null;
  const headers = {
    'Content-Type': file.contentType,
    'Content-Disposition': `${claim.attachment ? 'attachment' : 'inline'}; filename="${file.filename}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    ETag: etag,
  };
  if (wanted === 'unsatisfiable') {
    send(connection, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${file.size}` },
      body: '',
    });
    return;
  }
  const range = wanted ?? { start: 0, end: file.size - 1 };
  const partial =
    wanted === null ? {} : { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` };
  await stream(
    connection,
    file,
    range,
    wanted === null ? 200 : 206,
    { ...headers, ...partial },
    head.method === 'HEAD',
  );
};

/** A range asked of another version of the file means the whole file. */
const conditionMet = (head: RequestHead, etag: string): boolean => {
  const condition = head.headers['if-range'];
  return condition === undefined || condition === etag;
};

/** One range; several, or a unit that is not bytes, are answered with the whole file. */
export const parseRange = (header: string | undefined, size: number): Range | 'unsatisfiable' | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  if (start >= size) return 'unsatisfiable';
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return end < start ? null : { start, end };
};

const stream = async (
  { res, gone, onGone }: Connection,
  file: RecordingFile,
  range: Range,
  status: number,
  headers: Readonly<Record<string, string>>,
  headOnly: boolean,
): Promise<void> => {
  if (gone()) return;
  const total = range.end - range.start + 1;
  res.cork(() => {
    res.writeStatus(statusLine(status));
    for (const [name, value] of Object.entries(headers)) res.writeHeader(name, value);
    if (headOnly) res.endWithoutBody(total);
  });
  if (headOnly) return;

  for await (const chunk of file.read(range.start, range.end)) {
    if (gone()) return;
    let sent = 0;
    while (sent < chunk.byteLength) {
      const before = res.getWriteOffset();
      const [ok, done] = await new Promise<[boolean, boolean]>((resolve) => {
        res.cork(() => resolve(res.tryEnd(chunk.subarray(sent), total)));
      });
      if (done) return;
      sent += res.getWriteOffset() - before;
      if (ok) continue;
      await room({ res, gone, onGone });
      if (gone()) return;
    }
  }
};

/** Waits until the socket takes more; a client that reads nothing for {@link STALL_MS} is let go. */
const room = ({ res, onGone }: Pick<Connection, 'res' | 'gone' | 'onGone'>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => res.close(), STALL_MS);
    const go = (): void => {
      clearTimeout(timer);
      resolve();
    };
    onGone(go);
    res.onWritable(() => {
      go();
      return true;
    });
  });
