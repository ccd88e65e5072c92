/** Files, places, reactions and interactive messages in the format of the Cloud API (docs/reference/protocols/whatsapp.md "Sending"). */
import type { Interactive, RichContent } from '../../../schemas/channels/rich-content.js';

/** The fields of a request to send it; null for content that WhatsApp does not have. */
export const richBody = (content: RichContent): object | null => {
  switch (content.type) {
    case 'location':
      return { type: 'location', location: content.location };
    case 'reaction': {
      const { providerMessageId, emoji } = content.reaction;
      return { type: 'reaction', reaction: { message_id: providerMessageId, emoji } };
    }
    case 'interactive':
      return { type: 'interactive', interactive: interactiveBody(content.interactive) };
    case 'linked_media':
      return null;
    default: {
      const { type, providerMediaId, caption, fileName } = content;
      return {
        type,
        [type]: {
          id: providerMediaId,
          ...(caption === null ? {} : { caption }),
          ...(fileName === null ? {} : { filename: fileName }),
        },
      };
    }
  }
};

const interactiveBody = (interactive: Interactive): object => {
  const { header, body, footer } = interactive;
  const frame = {
    ...(header === undefined ? {} : { header: { type: 'text', text: header } }),
    body: { text: body },
    ...(footer === undefined ? {} : { footer: { text: footer } }),
  };
  switch (interactive.kind) {
    case 'buttons': {
      const buttons = interactive.buttons.map((reply) => ({ type: 'reply', reply }));
      return { type: 'button', ...frame, action: { buttons } };
    }
    case 'list': {
      const { button, sections } = interactive;
      return { type: 'list', ...frame, action: { button, sections } };
    }
    default: {
      const parameters = { display_text: interactive.label, url: interactive.url };
      return { type: 'cta_url', ...frame, action: { name: 'cta_url', parameters } };
    }
  }
};
