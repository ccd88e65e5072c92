/** Reads a `multipart/form-data` body: one file, in the part named file, and additional fields. */
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { createJsonBody, JSON_LIMITS } from './json-body.js';
import { Malformed } from './malformed.js';

const MAX_FIELDS = 20;
/** Bytes of a field; all fields together are bounded like a JSON body without its content. */
const MAX_FIELD_BYTES = 256 * 1024;
/** The fields, the file, and one more to detect excess. */
const MAX_PARTS = MAX_FIELDS + 2;
/** Headers of one part: its disposition, its type, its encoding, each with names of at most 255 characters. */
const MAX_HEADERS = 16;
const MAX_HEADER_BYTES = 8 * 1024;
const MAX_NAME_CHARACTERS = 100;

export interface MultipartBody {
  /** Fields by name; `fileName` is that of the part, unless a field has this name. */
  readonly body: Record<string, unknown>;
  readonly hasContent: boolean;
}

/** Parses a body; `onContent` receives the file as it arrives. @throws Malformed; the errors of `onContent` */
export const readMultipart = (
  source: Readable,
  contentType: string,
  onContent: (bytes: Uint8Array) => void,
): Promise<MultipartBody> =>
  new Promise((resolve, reject) => {
    const fields = new Map<string, string[]>();
    let fieldBytes = 0;
    let files = 0;
    let fileName = '';
    let reader: ReturnType<typeof Busboy>;
    try {
      reader = Busboy({
        headers: { 'content-type': contentType },
        limits: {
          files: 1,
          fields: MAX_FIELDS,
          fieldSize: MAX_FIELD_BYTES,
          parts: MAX_PARTS,
          headerPairs: MAX_HEADERS,
          headerSize: MAX_HEADER_BYTES,
        },
      });
    } catch {
      reject(new Malformed('the multipart body has no boundary'));
      return;
    }
    const refuse = (error: unknown): void => {
      reject(error);
      // The rest is not read.
      source.unpipe(reader);
      source.destroy();
    };
    const onDamaged = (): void => refuse(new Malformed('the multipart body is damaged'));

    reader.on('file', (name, stream, named) => {
      // A truncated body raises its error on this stream, not on the reader.
      stream.on('error', onDamaged);
      if (name !== 'file') return refuse(new Malformed('send the file in the part named file'));
      files += 1;
      fileName = named ?? '';
      stream.on('data', (chunk: Buffer) => {
        try {
          onContent(chunk);
        } catch (error) {
          refuse(error);
        }
      });
    });
    reader.on('field', (name, value, _nameCut, valueCut) => {
      fieldBytes += Buffer.byteLength(value);
      if (typeof name !== 'string' || name.length > MAX_NAME_CHARACTERS)
        refuse(new Malformed(`each field needs a name of at most ${MAX_NAME_CHARACTERS} characters`));
      else if (valueCut)
        refuse(new Malformed(`the field ${name} has more than ${MAX_FIELD_BYTES} bytes; send less`));
      else if (fieldBytes > JSON_LIMITS.maxBytes)
        refuse(new Malformed(`the fields together exceed ${JSON_LIMITS.maxBytes} bytes; send less`));
      else fields.set(name, [...(fields.get(name) ?? []), value]);
    });
    const tooMany = (): void =>
      refuse(new Malformed(`send one file, in the part named file, and at most ${MAX_FIELDS} fields`));
    reader.on('filesLimit', tooMany);
    reader.on('fieldsLimit', tooMany);
    reader.on('partsLimit', tooMany);
    reader.on('error', onDamaged);
    reader.on('finish', () => {
      try {
        const body: Record<string, unknown> = Object.fromEntries(
          [...fields].map(([name, texts]) => [name, fieldValue(texts)]),
        );
        if (fileName !== '' && body.fileName === undefined) body.fileName = fileName;
        resolve({ body, hasContent: files > 0 });
      } catch (error) {
        reject(error);
      }
    });
    source.on('error', refuse);
    source.pipe(reader);
  });

/** The value of a field: parsed if it is JSON; a list if it is repeated. @throws Malformed */
const fieldValue = (texts: readonly string[]): unknown => {
  const [first = '', ...more] = texts;
  if (more.length > 0) return texts;
  if (!/^[[{]/.test(first)) return first;
  const bytes = Buffer.from(first);
  const json = createJsonBody(null, { ...JSON_LIMITS, maxBytes: bytes.length });
  json.write(bytes);
  try {
    return json.end().value;
  } catch {
    // Text that only begins like JSON.
    return first;
  }
};
