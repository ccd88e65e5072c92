/**
 * A provider of embedding models whose faults are set by a test. The vector of a text is the sum of its words'; words with
 * the same meaning in `meanings` have the same vector, so a paraphrase is close to what it paraphrases.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listening } from '../support/listening.js';

/** A fault of the next requests. */
type EmbeddingFault =
  | { readonly type: 'status'; readonly status: number }
  /** No answer at all. */
  | { readonly type: 'stall' }
  /** Every answer takes this long, ms. */
  | { readonly type: 'slow'; readonly ms: number }
  /** A vector too few. */
  | { readonly type: 'short' };

interface EmbeddingRequestSeen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly model: string;
  readonly texts: readonly string[];
}

export interface EmbeddingServer {
  /** The address that a provider's variable takes. */
  readonly url: string;
  readonly requests: readonly EmbeddingRequestSeen[];
  /** Null: the requests are answered. */
  fail(fault: EmbeddingFault | null): void;
  close(): void;
}

/** The protocols: OpenAI's, which Mistral and servers compatible with it share, Google's, and Titan's on Bedrock. */
type EmbeddingProtocol = 'openai' | 'google' | 'bedrock';

const BASE_PATHS: Readonly<Record<EmbeddingProtocol, string>> = {
  openai: '/v1',
  google: '/v1beta',
  bedrock: '',
};

const DIMENSIONS = 64;

/** A fixed vector of a word: FNV-1a, stepped once for each dimension. */
const wordVector = (word: string): readonly number[] => {
  let hash = 2_166_136_261;
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return Array.from({ length: DIMENSIONS }, () => {
    hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519) + 1;
    return (hash >>> 0) / 2 ** 31 - 1;
  });
};

/** The vector of a text. `meanings`: word → the word that stands for its meaning; empty: the word says nothing. */
export const simulatedVector = (
  text: string,
  meanings: Readonly<Record<string, string>>,
): readonly number[] => {
  const sum: number[] = Array.from({ length: DIMENSIONS }, () => 1e-6);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const meaning = Object.hasOwn(meanings, word) ? (meanings[word] ?? '') : word;
    if (meaning === '') continue;
    for (const [index, value] of wordVector(meaning).entries()) sum[index] = (sum[index] ?? 0) + value;
  }
  return sum;
};

interface ReadRequest {
  readonly model: string;
  readonly texts: readonly string[];
}

const strings = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item) => (typeof item === 'string' ? [item] : []));

interface GoogleContent {
  readonly content?: { readonly parts?: readonly { readonly text?: string }[] };
}

const textOf = ({ content }: GoogleContent): string => content?.parts?.[0]?.text ?? '';

const modelIn = (path: string): string => decodeURIComponent(/model[s]?\/([^/:?]+)/.exec(path)?.[1] ?? '');

const readers: Readonly<Record<EmbeddingProtocol, (path: string, body: string) => ReadRequest>> = {
  openai: (_path, body) => {
    const { model, input }: { readonly model: string; readonly input: unknown } = JSON.parse(body);
    return { model, texts: strings(input) };
  },
  google: (path, body) => {
    const parsed: GoogleContent & { readonly requests?: readonly GoogleContent[] } = JSON.parse(body);
    return { model: modelIn(path), texts: (parsed.requests ?? [parsed]).map(textOf) };
  },
  bedrock: (path, body) => {
    const { inputText }: { readonly inputText: string } = JSON.parse(body);
    return { model: modelIn(path), texts: [inputText] };
  },
};

type Vectors = readonly (readonly number[])[];

const writers: Readonly<Record<EmbeddingProtocol, (vectors: Vectors, path: string) => object>> = {
  openai: (vectors) => ({
    object: 'list',
    model: 'simulated',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: 5 * vectors.length, total_tokens: 5 * vectors.length },
  }),
  google: (vectors, path) =>
    path.includes(':batch')
      ? { embeddings: vectors.map((values) => ({ values })) }
      : { embedding: { values: vectors[0] ?? [] } },
  bedrock: ([embedding = []]) => ({ embedding, inputTextTokenCount: 5 }),
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
};

/** Serves on this machine's loopback address. */
export const serveEmbeddings = async (
  protocol: EmbeddingProtocol,
  meanings: Readonly<Record<string, string>> = {},
): Promise<EmbeddingServer> => {
  const requests: EmbeddingRequestSeen[] = [];
  let fault: EmbeddingFault | null = null;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const { model, texts } = readers[protocol](path, await bodyOf(request));
    requests.push({ path, headers: request.headers, model, texts });
    const current = fault;
    if (current?.type === 'stall') return;
    if (current?.type === 'slow') await delay(current.ms);
    const headers = { 'content-type': 'application/json' };
    if (current?.type === 'status') {
      response.writeHead(current.status, headers).end(JSON.stringify({ error: { message: 'simulated' } }));
      return;
    }
    const vectors = texts.map((text) => simulatedVector(text, meanings));
    const sent = current?.type === 'short' ? vectors.slice(1) : vectors;
    response.writeHead(200, headers).end(JSON.stringify(writers[protocol](sent, path)));
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}${BASE_PATHS[protocol]}`,
    requests,
    fail: (next) => {
      fault = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
