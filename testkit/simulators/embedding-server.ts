/** A simulated provider of embedding models in this process, which ends with the lifetime. */
import { type EmbeddingServer, serveEmbeddings } from '../../simulators/models/embeddings.js';
import type { Lifetime } from '../lifetime.js';

/** A server with OpenAI's protocol. `meanings`: word → the word that stands for its meaning; empty: the word says nothing. */
export const startEmbeddingServer = async (
  t: Lifetime,
  meanings: Readonly<Record<string, string>>,
): Promise<EmbeddingServer> => {
  const server = await serveEmbeddings('openai', meanings);
  t.teardown(() => server.close());
  return server;
};
