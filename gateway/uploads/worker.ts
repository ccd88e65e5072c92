/**
 * An upload thread. It parses one upload at a time, from one file of the spool into another, so that no request or call waits
 * while 64 MiB of JSON or multipart are read, and no upload is ever whole in memory.
 */
import { createReadStream } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { SpoolFull } from '../../providers/spool/account.js';
import { isRecord } from '../../schemas/json.js';
import { createBase64Decoder } from './base64.js';
import { type ContentFile, createContentFile } from './content-file.js';
import { createJsonBody } from './json-body.js';
import { Malformed } from './malformed.js';
import { readMultipart } from './multipart-body.js';
import type { ParsedUpload, UploadTask } from './threads.js';

const READ_BYTES = 256 * 1024;

const fromJson = async (
  path: string,
  content: ContentFile,
): Promise<{ body: Record<string, unknown>; hasContent: boolean }> => {
  const base64 = createBase64Decoder();
  const json = createJsonBody((text) => content.write(base64.write(text)));
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    const bytes: Buffer = chunk;
    json.write(bytes);
  }
  const { value, hasContent } = json.end();
  base64.end();
  return { body: isRecord(value) ? value : { body: value }, hasContent };
};

/** Replaces the content with its hash, so that validated, hashed and logged data stays small. */
const parse = async ({ contentType, bodyPath, contentPath, account }: UploadTask): Promise<ParsedUpload> => {
  const content = createContentFile(contentPath, account);
  try {
    const { body, hasContent } = contentType.toLowerCase().startsWith('multipart/form-data')
      ? await readMultipart(
          createReadStream(bodyPath, { highWaterMark: READ_BYTES }),
          contentType,
          content.write,
        )
      : await fromJson(bodyPath, content);
    if (!hasContent) return { type: 'parsed', body, hasContent };
    return { type: 'parsed', body: { ...body, contentBase64: content.hash() }, hasContent };
  } catch (error) {
    if (error instanceof Malformed)
      return { type: 'refused', problem: { path: error.path, message: error.message } };
    if (error instanceof SpoolFull) return { type: 'no_room' };
    throw error;
  } finally {
    content.close();
  }
};

parentPort?.on('message', (task: UploadTask) => {
  void parse(task).then((parsed) => parentPort?.postMessage(parsed));
});
