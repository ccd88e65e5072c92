/** An MCP server on version 1 of the protocol's official SDK, which shares no code with our client. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { listening } from '../../simulators/support/listening.js';
import type { Lifetime } from '../lifetime.js';

interface SeenRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The method of the protocol; empty if there is none. */
  readonly rpcMethod: string;
}

/** A server with a tool `order.status` that says where an order is. */
export interface TestMcpServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Orders that the tool was called with. */
  readonly orders: readonly string[];
  /** Answers requests in place of the server; null: the server answers. */
  behave(behaviour: ((rpcMethod: string, response: ServerResponse) => boolean) | null): void;
}

/** It ends with the lifetime. The order `none` is an error, `crash` throws, `late` takes 3 s, and `long` has a long answer. */
export const startMcpServer = async (t: Lifetime): Promise<TestMcpServer> => {
  const requests: SeenRequest[] = [];
  const orders: string[] = [];
  let behaviour: ((rpcMethod: string, response: ServerResponse) => boolean) | null = null;

  const createMcp = (): McpServer => {
    const server = new McpServer({ name: 'orders', version: '1' });
    server.registerTool(
      'order.status',
      { description: 'Looks up where an order is.', inputSchema: { order: z.string() } },
      async ({ order }) => {
        orders.push(order);
        if (order === 'none') return { isError: true, content: [{ type: 'text', text: 'No such order.' }] };
        if (order === 'crash') throw new Error('it crashed');
        if (order === 'late') await new Promise((resolve) => setTimeout(resolve, 3_000));
        const text = order === 'long' ? 'x'.repeat(10_000) : `Order ${order} is in Boston.`;
        return { content: [{ type: 'text', text }] };
      },
    );
    server.registerTool('delete_all', { description: 'Deletes everything.' }, async () => ({ content: [] }));
    return server;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    const body = JSON.parse(Buffer.concat(pieces).toString() || '{}');
    const rpcMethod = String(body.method ?? '');
    requests.push({ method: request.method ?? '', headers: request.headers, rpcMethod });
    if (behaviour?.(rpcMethod, response) === true) return;
    const transport = new StreamableHTTPServerTransport({});
    const server = createMcp();
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, body);
  };

  const http = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const port = await listening(http);
  t.teardown(() => {
    http.closeAllConnections();
    http.close();
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    orders,
    behave: (next) => {
      behaviour = next;
    },
  };
};
