/** Parses TwiML into the verbs that the network executes, in order. */
import type { Verb } from '../verbs.js';
import { attribute, children, elementsOf, textIn, type XmlNode } from '../xml-nodes.js';

/** Default ring time of the other phone, s. */
const DIAL_SECONDS = 30;

/** Unknown verbs are omitted; a document that is not TwiML has none. */
export const parseTwiml = (twiml: string): readonly Verb[] =>
  elementsOf(twiml).flatMap((node): readonly Verb[] => {
    if ('Connect' in node)
      return children(node.Connect, 'Stream').map((stream) => ({
        type: 'connect',
        url: attribute(stream, 'url'),
      }));
    if ('Dial' in node) return [dialOf(node)];
    if ('Pause' in node) return [{ type: 'pause', seconds: Number(attribute(node, 'length')) || 1 }];
    if ('Hangup' in node) return [{ type: 'hangup' }];
    return [];
  });

const dialOf = (node: XmlNode): Verb => ({
  type: 'dial',
  number: textIn(children(node.Dial, 'Number')[0]?.Number),
  from: attribute(node, 'callerId'),
  action: attribute(node, 'action'),
  timeoutMs: (Number(attribute(node, 'timeout')) || DIAL_SECONDS) * 1_000,
});
