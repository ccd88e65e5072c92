/** Answers as they are sent: nothing is decompressed. */
import { get } from 'node:http';

export interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
}

export const sent = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Sent> =>
  new Promise((resolve, reject) => {
    get(url, { headers, method }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(pieces),
        }),
      );
    }).on('error', reject);
  });
