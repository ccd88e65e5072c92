/**
 * An external model: `PARLEY_MODEL=module:./model.js`. It repeats the user's words. Any model with the provider
 * interface of the Vercel AI SDK, version 3, works: `export const createModel = ({ choice }) => createAcme()(choice)`.
 *
 * `npx parley providers test module` tries it out.
 *
 * @typedef {import('@ai-sdk/provider').LanguageModelV3} LanguageModelV3
 * @typedef {import('@ai-sdk/provider').LanguageModelV3StreamPart} Part
 */

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** @returns {LanguageModelV3} */
export const createModel = () => ({
  specificationVersion: 'v3',
  provider: 'mind',
  modelId: 'echo',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('Parley requests only streams')),
  doStream: async ({ prompt }) => {
    const message = prompt.findLast(({ role }) => role === 'user');
    const text = Array.isArray(message?.content)
      ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')
      : '';
    /** @type {readonly Part[]} */
    const parts = [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: `You said: ${text}.` },
      { type: 'text-end', id: '1' },
      { type: 'finish', usage: USAGE, finishReason: { unified: 'stop', raw: 'stop' } },
    ];
    const stream = new ReadableStream({
      start: (controller) => {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    return { stream };
  },
});
