/** Media from the simulated customers: stored under an ID, described to holders of a token, and served as Meta does. */
import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Json, text } from '../support/json.js';

interface StoredMedia {
  readonly bytes: Buffer;
  readonly mimeType: string;
}

export interface SimulatedMedia {
  /** Stores `contentBase64` of `mimeType`. WhatsApp refers to it by `id`, Instagram by `url`. Null if the body is invalid. */
  store(body: Json): { readonly id: string; readonly url: string } | null;
  /** `GET /<id>`: its description with its URL; null if there is no such media. */
  describe(id: string): object | null;
  /** `GET /cdn/<id>` with a token, `GET /open/<id>` without. */
  serve(path: string, hasToken: boolean, res: ServerResponse): void;
}

export const createMedia = (baseUrl: () => string): SimulatedMedia => {
  const stored = new Map<string, StoredMedia>();
  /** The last path segment of an Instagram URL → the media ID. */
  const named = new Map<string, string>();
  return {
    store: ({ contentBase64, mimeType }) => {
      const [content, type] = [text(contentBase64), text(mimeType)];
      if (content === null || type === null) return null;
      const id = String(1_000_000_000_000_000 + stored.size);
      const name = randomUUID();
      stored.set(id, { bytes: Buffer.from(content, 'base64'), mimeType: type });
      named.set(name, id);
      return { id, url: `${baseUrl()}/open/${name}` };
    },
    describe: (id) => {
      const found = stored.get(id);
      if (found === undefined) return null;
      return {
        messaging_product: 'whatsapp',
        id,
        url: `${baseUrl()}/cdn/${id}`,
        mime_type: found.mimeType,
        sha256: createHash('sha256').update(found.bytes).digest('hex'),
        file_size: String(found.bytes.length),
      };
    },
    serve: (path, hasToken, res) => {
      const [, area, name = ''] = /^\/(cdn|open)\/([\w-]+)$/.exec(path) ?? [];
      const found = stored.get(area === 'open' ? (named.get(name) ?? '') : name);
      if (area === 'cdn' && !hasToken) {
        res.writeHead(401, { 'content-type': 'text/html' }).end('<html>Log in</html>');
        return;
      }
      if (found === undefined) {
        res.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not found</html>');
        return;
      }
      res
        .writeHead(200, { 'content-type': found.mimeType, 'content-length': found.bytes.length })
        .end(found.bytes);
    },
  };
};
