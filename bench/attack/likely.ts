/** Bodies and queries that succeed: random values never find an agent of the right channel, or a readable file. */
import type { Fixtures } from './fixtures.js';

const CSV = 'Mobile;Name;Order\n+14155552671;Ada;17\n+14155552672;Bob;18\n';
/** A single white pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/**
 * A body for an operation, without `businessId`; null if the generator's body is good enough. `random` returns numbers
 * from 0 to 1.
 */
export const likelyBody = (
  operationId: string,
  { voiceAgent, chatAgent, contacts, category, textSource, rowSource, phoneNumberId }: Fixtures,
  random: () => number,
): object | null => {
  const number = `+1415557${String(Math.floor(random() * 10_000)).padStart(4, '0')}`;
  const name = `N${Math.floor(random() * 1e9)}`;
  const csv = { fileName: 'rows.csv', contentBase64: Buffer.from(CSV).toString('base64') };
  switch (operationId) {
    case 'createAgent':
      return { channel: 'voice', name, instructions: 'Be kind.', voiceSettings: { firstGreeting: 'Hello.' } };
    case 'createContact':
      return { mobile: number, name, categoryIds: [category] };
    case 'createContactCategory':
      return { name };
    case 'importContacts':
      return { categoryIds: [category], ...csv };
    case 'previewContactImport':
      return csv;
    case 'createDataSource':
      return { class: 'structured', name, rows: [{ Mobile: number, Order: 17 }] };
    case 'updateDataSource':
      return { sourceId: textSource, text: `We are open until ${Math.floor(random() * 24)}.` };
    case 'uploadDataSource':
      return { sourceId: rowSource, ...csv };
    case 'createCampaign':
      return {
        name,
        objective: 'Renew.',
        channel: 'voice',
        agentId: voiceAgent,
        audience: { contactIds: contacts },
      };
    case 'createIteration':
      return { channel: 'voice', audience: { contactIds: contacts } };
    case 'startVoiceCall':
      return { agentId: voiceAgent, toNumber: number };
    case 'startVoiceCallBatch':
      return { agentId: voiceAgent, contactIds: contacts };
    case 'startAgentTest':
      return { agentId: chatAgent };
    case 'assignChannel':
      return { channel: 'whatsapp', phoneNumberId, aiAgentId: random() < 0.8 ? chatAgent : null };
    case 'createSubscription':
      return {
        channel: 'whatsapp',
        phoneNumberId,
        externalAutomation: true,
        callbackUrl: 'https://127.0.0.1:9/hook',
        events: ['whatsapp.message.received'],
      };
    case 'sendMessage':
      return { channel: 'whatsapp', phoneNumberId, to: number, type: 'text', text: 'Hello!' };
    case 'uploadMedia':
      return {
        phoneNumberId,
        mediaType: 'image',
        mimeType: 'image/png',
        fileName: 'point.png',
        contentBase64: PNG,
      };
    default:
      return null;
  }
};

/** Parameters of an operation, without `businessId`. */
export const likelyQuery = (
  operationId: string,
  { voiceAgent, contacts }: Fixtures,
): Readonly<Record<string, string>> =>
  operationId === 'resolveVoiceCall' ? { agentId: voiceAgent, contactId: contacts[0] ?? '' } : {};
