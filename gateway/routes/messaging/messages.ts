/** Messages and media for them (spec section 4.2). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { MessageDeliveryState, MessageSend, MessageSendResult } from '../../../schemas/channels/message.js';
import { isFileKind } from '../../../schemas/channels/rich-content.js';
import type { TemplateComponent } from '../../../schemas/channels/template.js';
import { MEDIA_BODY_BYTES, MediaResource, MediaUpload } from '../../../schemas/conversations/media.js';
import { DomainError } from '../../../schemas/errors.js';
import { MessageId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, SENDING_ERRORS } from '../common.js';

/** The routes of messages and media. */
export const messageRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  ...mediaRoutes(operations),
  ...sendingRoutes(operations, views),
];

const mediaRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/media',
    operationId: 'uploadMedia',
    audit: { none: 'an unsent file changes no access, money, agent or suppression' },
    summary:
      'Upload an image, document, video or audio file for messages. The same bytes for the same account are uploaded once.',
    description:
      'Send the `mediaId` with `sendMessage`. The channel keeps a file for 30 days. At most 5 MiB for an image and 16 MiB for a document, video or audio file; the content must have the stated type. As `multipart/form-data`, the file is the part `file`.',
    scopes: ['whatsapp:media'],
    idempotent: true,
    status: 201,
    body: MediaUpload,
    upload: true,
    forwardsFile: true,
    maxBodyBytes: MEDIA_BODY_BYTES,
    response: MediaResource,
    errors: ['channel_not_connected', 'channel_account_not_found', 'media_content_invalid', 'channel_failed'],
    handler: async ({ caller, body, upload }) => operations.media.upload(caller, body, upload),
  }),
];

const sendingRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/messages',
    operationId: 'sendMessage',
    audit: { none: 'traffic: the journal of the conversation has each message' },
    summary:
      'Queue a message to a customer who wrote within the last 24 hours, or a template to any recipient. Messages are sent in the order in which they were queued.',
    description:
      'The answer is 202 once the message is queued; it invokes no agent. Its progress follows as `whatsapp.message.*` or `instagram.message.*` webhooks and `message.changed` live events, or poll `readMessage`. Contacts that are blocked and suppressed numbers are refused, and up to 1,000 messages of a conversation may wait.',
    scopes: ['communications:write'],
    scopesIf: [
      {
        when: 'type is image, document, video or audio, or the template contains an uploaded image',
        scopes: ['whatsapp:media'],
        applies: ({ type, template }) =>
          type === 'image' || isFileKind(type) || containsUpload(template?.components ?? []),
      },
      {
        when: 'channel is instagram',
        scopes: ['instagram:write'],
        applies: (body) => body.channel === 'instagram',
      },
    ],
    idempotent: true,
    status: 202,
    body: MessageSend,
    response: MessageSendResult,
    errors: [...SENDING_ERRORS],
    handler: async ({ caller, body }) => operations.messages.send(caller, body),
  }),
  route({
    method: 'GET',
    path: '/api/v1/messages/{messageId}',
    operationId: 'readMessage',
    summary: 'Read the delivery state of a message.',
    description: 'The current state, also where webhooks were missed or arrived in another order.',
    scopes: ['communications:read'],
    params: Type.Object({ messageId: MessageId }, closed),
    query: BusinessQuery,
    response: MessageDeliveryState,
    errors: ['message_not_found'],
    handler: async ({ businessId, params }) => {
      const { messageId } = params;
      const data = await readThrough(views, businessId, () => views.message(businessId, messageId));
      if (data === null) throw new DomainError('message_not_found');
      return { data };
    },
  }),
];

const containsUpload = (components: readonly TemplateComponent[]): boolean =>
  components.some(({ parameters }) =>
    parameters.some((parameter) => parameter.type === 'image' && parameter.image.id !== undefined),
  );
