/** How the recipients of an iteration are contacted. */
import { type Static, Type } from 'typebox';
import { MAX_TEXT_CHARACTERS } from '../channels/message.js';
import { type TemplateComponent, TemplateComponents } from '../channels/template.js';
import { TEMPLATE_LANGUAGE_PATTERN, TEMPLATE_NAME_PATTERN } from '../patterns.js';
import { closed } from '../shapes.js';
import { CallBacks } from './call-back.js';
import { CallWindow } from './call-window.js';

export const IterationSettings = Type.Object(
  {
    maxRetries: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        default: 0,
        description: 'How often a recipient that was busy, did not answer or failed is tried again.',
        examples: [2],
      }),
    ),
    retryDelayMinutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        default: 60,
        description: 'The time between attempts, minutes.',
        examples: [30],
      }),
    ),
    retryVoicemail: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Voice: count an answering machine as unanswered, so that maxRetries and retryDelayMinutes apply to it.',
      }),
    ),
    callBacks: Type.Optional(CallBacks),
    window: Type.Optional(CallWindow),
    messageText: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_TEXT_CHARACTERS,
        description:
          'WhatsApp; may contain {{alias}} placeholders. Reaches customers who wrote within the last 24 hours.',
        examples: ['Your appointment is on {{date}}.'],
      }),
    ),
    templateName: Type.Optional(
      Type.String({
        pattern: TEMPLATE_NAME_PATTERN,
        description: 'WhatsApp; an approved template.',
        examples: ['appointment_reminder'],
      }),
    ),
    templateLanguage: Type.Optional(
      Type.String({
        pattern: TEMPLATE_LANGUAGE_PATTERN,
        description: 'Language of the template, for example en_US. Default: the language of the agent.',
        examples: ['en_US'],
      }),
    ),
    templateComponents: Type.Optional(TemplateComponents),
  },
  {
    ...closed,
    description:
      'How recipients are contacted. On WhatsApp, exactly one of messageText and templateName is required.',
  },
);
export type IterationSettings = Static<typeof IterationSettings>;

/** Settings as stored, with defaults filled in. */
export interface SettledSettings {
  readonly maxRetries: number;
  readonly retryDelayMinutes: number;
  /** Absent in settings that were stored before it existed: false. */
  readonly retryVoicemail?: boolean;
  /** Absent, as null: requested call-backs are not made. */
  readonly callBacks?: CallBacks | null;
  readonly window: CallWindow | null;
  readonly messageText: string | null;
  readonly templateName: string | null;
  /** Null: the agent's. Absent, like the components, in settings that were stored before there were variables. */
  readonly templateLanguage?: string | null;
  /** Values for the template's variables; empty if it has none. */
  readonly templateComponents?: readonly TemplateComponent[];
}

/** @param settings as in the request, or undefined */
export const settledSettings = (settings: IterationSettings = {}): SettledSettings => ({
  maxRetries: settings.maxRetries ?? 0,
  retryDelayMinutes: settings.retryDelayMinutes ?? 60,
  retryVoicemail: settings.retryVoicemail ?? false,
  callBacks: settings.callBacks ?? null,
  window: settings.window ?? null,
  messageText: settings.messageText ?? null,
  templateName: settings.templateName ?? null,
  templateLanguage: settings.templateLanguage ?? null,
  templateComponents: settings.templateComponents ?? [],
});
