/**
 * The language model providers that can be configured, one row each. A package is loaded only if its provider is configured.
 * Variables and addresses follow the providers' own conventions (docs/how-to/providers.md).
 */
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { fetch as send } from 'undici';
import type { ConnectionGuard } from '../egress/connection-guard.js';
import { loadPackage } from '../optional-package.js';
import type { ProviderKind } from '../provider-kind.js';

export const MODEL_KINDS: readonly ProviderKind<LanguageModelV3>[] = [
  {
    name: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    addressVariable: 'OPENAI_BASE_URL',
    defaultAddress: 'https://api.openai.com/v1',
    defaultChoice: null,
    open: async ({ choice, key, address, guard }) => {
      const { createOpenAI } = await loadPackage('@ai-sdk/openai', () => import('@ai-sdk/openai'));
      // The older of OpenAI's two interfaces: every server that speaks its protocol supports it.
      return createOpenAI({ apiKey: key, baseURL: address, fetch: fetchFor(guard) }).chat(choice);
    },
  },
  {
    name: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    addressVariable: 'ANTHROPIC_BASE_URL',
    defaultAddress: 'https://api.anthropic.com/v1',
    defaultChoice: null,
    open: async ({ choice, key, address, guard }) => {
      const { createAnthropic } = await loadPackage('@ai-sdk/anthropic', () => import('@ai-sdk/anthropic'));
      return createAnthropic({ apiKey: key, baseURL: address, fetch: fetchFor(guard) })(choice);
    },
  },
  {
    name: 'google',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    addressVariable: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    defaultAddress: 'https://generativelanguage.googleapis.com/v1beta',
    defaultChoice: null,
    open: async ({ choice, key, address, guard }) => {
      const { createGoogleGenerativeAI } = await loadPackage(
        '@ai-sdk/google',
        () => import('@ai-sdk/google'),
      );
      return createGoogleGenerativeAI({ apiKey: key, baseURL: address, fetch: fetchFor(guard) })(choice);
    },
  },
  {
    name: 'mistral',
    keyVariable: 'MISTRAL_API_KEY',
    addressVariable: 'MISTRAL_BASE_URL',
    defaultAddress: 'https://api.mistral.ai/v1',
    defaultChoice: null,
    open: async ({ choice, key, address, guard }) => {
      const { createMistral } = await loadPackage('@ai-sdk/mistral', () => import('@ai-sdk/mistral'));
      return createMistral({ apiKey: key, baseURL: address, fetch: fetchFor(guard) })(choice);
    },
  },
  {
    name: 'groq',
    keyVariable: 'GROQ_API_KEY',
    addressVariable: 'GROQ_BASE_URL',
    defaultAddress: 'https://api.groq.com/openai/v1',
    defaultChoice: null,
    open: async ({ choice, key, address, guard }) => {
      const { createGroq } = await loadPackage('@ai-sdk/groq', () => import('@ai-sdk/groq'));
      return createGroq({ apiKey: key, baseURL: address, fetch: fetchFor(guard) })(choice);
    },
  },
  {
    // Azure's v1 interface is OpenAI's, with the deployment's name as the model's.
    name: 'azure',
    keyVariable: 'AZURE_OPENAI_API_KEY',
    addressVariable: 'AZURE_OPENAI_ENDPOINT',
    defaultAddress: null,
    defaultChoice: null,
    open: async ({ choice, key, address, guard }) => {
      const { createOpenAI } = await loadPackage('@ai-sdk/openai', () => import('@ai-sdk/openai'));
      const baseURL = `${address}/openai/v1`;
      return createOpenAI({ apiKey: key, baseURL, fetch: fetchFor(guard) }).chat(choice);
    },
  },
  {
    // Authenticates with a Bedrock API key; the address contains the region.
    name: 'bedrock',
    keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
    addressVariable: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
    defaultAddress: null,
    defaultChoice: null,
    open: async ({ choice, key, address, guard }) => {
      const { createAmazonBedrock } = await loadPackage(
        '@ai-sdk/amazon-bedrock',
        () => import('@ai-sdk/amazon-bedrock'),
      );
      // The address decides the region, but the package still requires one.
      const settings = { apiKey: key, baseURL: address, region: 'us-east-1', fetch: fetchFor(guard) };
      return createAmazonBedrock(settings)(choice);
    },
  },
  {
    // vLLM, Ollama, llama.cpp and any other server with OpenAI's chat completions.
    name: 'openai-compatible',
    keyVariable: 'OPENAI_API_KEY',
    isKeyOptional: true,
    addressVariable: 'OPENAI_BASE_URL',
    defaultAddress: null,
    defaultChoice: null,
    open: async ({ choice, key, address, guard }) => {
      const { createOpenAICompatible } = await loadPackage(
        '@ai-sdk/openai-compatible',
        () => import('@ai-sdk/openai-compatible'),
      );
      const settings = {
        name: 'openai-compatible',
        baseURL: address,
        fetch: fetchFor(guard),
        includeUsage: true,
        supportsStructuredOutputs: true,
      };
      return createOpenAICompatible(key === '' ? settings : { ...settings, apiKey: key })(choice);
    },
  },
];

/** `fetch` for the packages that call models: an API key is sent only to the address it is meant for. */
const withoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });

/** Follows no redirects. With a guard, it connects only where the guard allows, and bodies must be text. @throws as fetch */
export const fetchFor = (guard: ConnectionGuard | undefined): typeof fetch =>
  guard === undefined
    ? withoutRedirects
    : async (input, init) => {
        const body = init?.body ?? null;
        if (body !== null && typeof body !== 'string')
          throw new TypeError('the body of a model request must be text');
        const answer = await send(input instanceof Request ? input.url : input, {
          method: init?.method ?? 'GET',
          headers: [...new Headers(init?.headers)],
          body,
          signal: init?.signal ?? null,
          redirect: 'error',
          dispatcher: guard.dispatcher,
        });
        const { status, statusText, headers } = answer;
        return new Response(answer.body, { status, statusText, headers: [...headers] });
      };
