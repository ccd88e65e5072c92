/**
 * The providers of embedding models that can be configured, one row each. Keys and addresses are those of their language
 * models; a server with OpenAI's protocol has its own, because it is often another one than that of the language model.
 */
import type { EmbeddingModelV3 } from '@ai-sdk/provider';
import { fetchFor, MODEL_KINDS } from '../llm/kinds.js';
import { loadPackage } from '../optional-package.js';
import type { ProviderDescription, ProviderKind } from '../provider-kind.js';

/** The description of a provider whose language models can be configured, too. */
const described = (name: string): ProviderDescription => {
  const found = MODEL_KINDS.find((kind) => kind.name === name);
  if (found === undefined) throw new RangeError(`there is no provider ${name}`);
  const { keyVariable, addressVariable, defaultAddress, defaultChoice } = found;
  return { name, keyVariable, addressVariable, defaultAddress, defaultChoice };
};

export const EMBEDDING_KINDS: readonly ProviderKind<EmbeddingModelV3>[] = [
  {
    ...described('openai'),
    open: async ({ choice, key, address, guard }) => {
      const { createOpenAI } = await loadPackage('@ai-sdk/openai', () => import('@ai-sdk/openai'));
      return createOpenAI({ apiKey: key, baseURL: address, fetch: fetchFor(guard) }).embeddingModel(choice);
    },
  },
  {
    ...described('google'),
    open: async ({ choice, key, address, guard }) => {
      const { createGoogleGenerativeAI } = await loadPackage(
        '@ai-sdk/google',
        () => import('@ai-sdk/google'),
      );
      const settings = { apiKey: key, baseURL: address, fetch: fetchFor(guard) };
      return createGoogleGenerativeAI(settings).embeddingModel(choice);
    },
  },
  {
    ...described('mistral'),
    open: async ({ choice, key, address, guard }) => {
      const { createMistral } = await loadPackage('@ai-sdk/mistral', () => import('@ai-sdk/mistral'));
      return createMistral({ apiKey: key, baseURL: address, fetch: fetchFor(guard) }).embeddingModel(choice);
    },
  },
  {
    // The deployment's name is the model's.
    ...described('azure'),
    open: async ({ choice, key, address, guard }) => {
      const { createOpenAI } = await loadPackage('@ai-sdk/openai', () => import('@ai-sdk/openai'));
      const baseURL = `${address}/openai/v1`;
      return createOpenAI({ apiKey: key, baseURL, fetch: fetchFor(guard) }).embeddingModel(choice);
    },
  },
  {
    ...described('bedrock'),
    open: async ({ choice, key, address, guard }) => {
      const { createAmazonBedrock } = await loadPackage(
        '@ai-sdk/amazon-bedrock',
        () => import('@ai-sdk/amazon-bedrock'),
      );
      // The address decides the region, but the package still requires one.
      const settings = { apiKey: key, baseURL: address, region: 'us-east-1', fetch: fetchFor(guard) };
      return createAmazonBedrock(settings).embeddingModel(choice);
    },
  },
  {
    // vLLM, Ollama, Text Embeddings Inference and any other server with OpenAI's embeddings.
    name: 'openai-compatible',
    keyVariable: 'PARLEY_EMBEDDINGS_API_KEY',
    isKeyOptional: true,
    addressVariable: 'PARLEY_EMBEDDINGS_BASE_URL',
    defaultAddress: null,
    defaultChoice: null,
    open: async ({ choice, key, address, guard }) => {
      const { createOpenAICompatible } = await loadPackage(
        '@ai-sdk/openai-compatible',
        () => import('@ai-sdk/openai-compatible'),
      );
      const settings = { name: 'openai-compatible', baseURL: address, fetch: fetchFor(guard) };
      return createOpenAICompatible(key === '' ? settings : { ...settings, apiKey: key }).embeddingModel(
        choice,
      );
    },
  },
];
