/** Quick replies, link buttons and media in the format of Instagram (docs/reference/protocols/instagram.md "Sending"). */
import type { RichContent } from '../../../schemas/channels/rich-content.js';

/** `message` of a request to send it; null for content that Instagram does not have. */
export const richMessage = (content: RichContent): object | null => {
  if (content.type === 'linked_media') {
    const { kind, url } = content.media;
    return { attachment: { type: kind, payload: { url } } };
  }
  if (content.type !== 'interactive') return null;
  const { interactive } = content;
  switch (interactive.kind) {
    case 'buttons':
      return {
        text: interactive.body,
        quick_replies: interactive.buttons.map(({ id, title }) => ({
          content_type: 'text',
          title,
          payload: id,
        })),
      };
    case 'link': {
      const { body, label, url } = interactive;
      const buttons = [{ type: 'web_url', url, title: label }];
      return { attachment: { type: 'template', payload: { template_type: 'button', text: body, buttons } } };
    }
    default:
      return null;
  }
};
