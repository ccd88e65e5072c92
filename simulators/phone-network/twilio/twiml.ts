/** Parses TwiML into the verbs that the network executes, in order. */
import type { Verb } from '../verbs.js';
import {
  attribute,
  children,
  elementsOf,
  isWellFormed,
  namesOf,
  textIn,
  type XmlNode,
} from '../xml-nodes.js';

/** Default ring time of the other phone, s. */
const DIAL_SECONDS = 30;
/** Default time without a key, s. */
const GATHER_SECONDS = 5;
const MAX_TIMES = 10;

/** Why a document cannot be executed; `code`: Twilio's (docs/reference/protocols/twilio.md). */
export interface TwimlProblem {
  readonly code: 11_200 | 12_100 | 12_200;
  readonly message: string;
}

const SUPPORTED = ['Connect', 'Dial', 'Gather', 'Hangup', 'Pause', 'Redirect', 'Say'];

/** The first reason that a document cannot be executed; null: it can. */
export const problemOf = (twiml: string): TwimlProblem | null => {
  if (!isWellFormed(twiml)) return { code: 12_100, message: 'Document parse failure' };
  for (const node of elementsOf(twiml)) {
    const [verb = ''] = namesOf(node);
    const unsupported = SUPPORTED.includes(verb) ? unsupportedIn(verb, node) : verb;
    if (streamsOf(node).some((stream) => !/^wss?:\/\/[^/]/.test(attribute(stream, 'url'))))
      return { code: 12_200, message: 'Schema validation warning: the url of <Stream> is no wss address' };
    if (unsupported !== null)
      return {
        code: 12_200,
        message: `Schema validation warning: the simulated network does not execute <${unsupported}>`,
      };
  }
  return null;
};

const streamsOf = (node: XmlNode): readonly XmlNode[] => children(node.Connect, 'Stream');

/** Elements within a verb that are executed. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  Connect: ['Stream'],
  Dial: ['Number'],
  Gather: ['Say', 'Pause'],
};

const unsupportedIn = (verb: string, node: XmlNode): string | null => {
  const content = node[verb];
  const inner = Array.isArray(content) ? content.flatMap((child: XmlNode) => namesOf(child)) : [];
  return inner.find((name) => name !== '#text' && WITHIN[verb]?.includes(name) === false) ?? null;
};

/** Unknown verbs are omitted; a document that is not TwiML has none. `base`: the document's URL, for relative ones. */
export const parseTwiml = (twiml: string, base = ''): readonly Verb[] =>
  elementsOf(twiml).flatMap((node): readonly Verb[] => {
    if ('Connect' in node) return streamsOf(node).map(streamOf);
    if ('Dial' in node) return [dialOf(node)];
    if ('Say' in node) return [{ type: 'say', ...sayOf(node) }];
    if ('Gather' in node) return [gatherOf(node, base)];
    if ('Redirect' in node)
      return [{ type: 'redirect', url: absolute(textIn(node.Redirect), base), method: methodOf(node) }];
    if ('Pause' in node) return [{ type: 'pause', seconds: Number(attribute(node, 'length')) || 1 }];
    if ('Hangup' in node) return [{ type: 'hangup' }];
    return [];
  });

/** An empty address is the document's own. */
const absolute = (url: string, base: string): string =>
  base !== '' && URL.canParse(url, base) ? new URL(url, base).href : url;

const methodOf = (node: XmlNode): 'GET' | 'POST' =>
  attribute(node, 'method').toUpperCase() === 'GET' ? 'GET' : 'POST';

const streamOf = (stream: XmlNode): Verb => ({
  type: 'connect',
  url: attribute(stream, 'url'),
  parameters: Object.fromEntries(
    children(stream.Stream, 'Parameter').map((parameter) => [
      attribute(parameter, 'name'),
      attribute(parameter, 'value'),
    ]),
  ),
});

const sayOf = (node: XmlNode): { readonly text: string; readonly times: number } => ({
  text: textIn(node.Say),
  times: Math.max(1, Math.min(MAX_TIMES, Number(attribute(node, 'loop')) || 1)),
});

const gatherOf = (node: XmlNode, base: string): Verb => {
  const numDigits = Number(attribute(node, 'numDigits'));
  const finishOnKey = attribute(node, 'finishOnKey');
  return {
    type: 'gather',
    prompts: children(node.Gather, 'Say').map(sayOf),
    action: absolute(attribute(node, 'action'), base),
    method: methodOf(node),
    most: numDigits > 0 ? numDigits : null,
    finish: finishOnKey === '' ? '#' : finishOnKey,
    timeoutMs: (Number(attribute(node, 'timeout')) || GATHER_SECONDS) * 1_000,
  };
};

const dialOf = (node: XmlNode): Verb => ({
  type: 'dial',
  number: textIn(children(node.Dial, 'Number')[0]?.Number) || textIn(node.Dial),
  from: attribute(node, 'callerId'),
  action: attribute(node, 'action'),
  timeoutMs: (Number(attribute(node, 'timeout')) || DIAL_SECONDS) * 1_000,
});
