/** The simulated business account of WhatsApp: what a token may access, its numbers, and the list of its templates, page by page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, json } from './answers.js';
import { happens, type World } from './world.js';

/** Every token has access to this business account. */
const BUSINESS_ACCOUNT = '102290129340398';
/** Largest page. */
const MAX_PAGE = 250;

/** Answers `GET /debug_token` and `GET /<business account>/message_templates`; false for other paths. */
export const answerBusiness = (
  world: World,
  method: string,
  path: string,
  mayRead: boolean,
  req: IncomingMessage,
  res: ServerResponse,
): boolean => {
  if (method !== 'GET') return false;
  const url = new URL(path, 'http://meta');
  const [, owner, edge] =
    /^\/v[\d.]+\/(?:([^/]+)\/)?(debug_token|message_templates)$/.exec(url.pathname) ?? [];
  if (edge === undefined) return false;
  req.resume();
  if (!mayRead) failure(res, 401, 190, 'Invalid OAuth access token');
  else if (happens(world, 'error')) failure(res, 500, 131_000, 'Something went wrong');
  else if (edge === 'debug_token') json(res, 200, grants());
  else if (owner === BUSINESS_ACCOUNT) json(res, 200, templatePage(world, url.searchParams));
  else failure(res, 400, 100, 'Unsupported get request');
  return true;
};

const grants = (): object => ({
  data: {
    is_valid: true,
    granular_scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'].map((scope) => ({
      scope,
      target_ids: [BUSINESS_ACCOUNT],
    })),
  },
});

const templatePage = ({ templates }: World, query: URLSearchParams): object => {
  const limit = Math.min(Number(query.get('limit') ?? 25), MAX_PAGE);
  const from = Number(query.get('after') ?? 0);
  const to = from + limit;
  const data = templates.slice(from, to).map((template, index) => ({
    id: String(900_000_000_000 + from + index),
    category: 'UTILITY',
    ...template,
  }));
  const hasMore = to < templates.length;
  return {
    data,
    paging: {
      cursors: { before: String(from), after: String(to) },
      ...(hasMore ? { next: `https://graph.facebook.com/next?after=${to}` } : {}),
    },
  };
};
