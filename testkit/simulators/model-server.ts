/** A simulated LLM provider in this process, which ends with the lifetime. */
import { MODEL_DIALECTS, type ModelDialect } from '../../simulators/models/dialects.js';
import { type ModelServer, serveModel } from '../../simulators/models/server.js';
import type { Lifetime } from '../lifetime.js';

/** A server with the protocol of this dialect. */
export const startModelServer = async (t: Lifetime, dialect: ModelDialect): Promise<ModelServer> => {
  const server = await serveModel(dialect);
  t.teardown(() => server.close());
  return server;
};

/** A server with the protocol of OpenAI and of compatible providers. */
export const startOpenAiServer = (t: Lifetime): Promise<ModelServer> =>
  startModelServer(t, MODEL_DIALECTS.openai);
