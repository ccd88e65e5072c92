/** What is known about the course of a call, for diagnosis (docs/reference/api.md "Voice"). */
import { type Static, Type } from 'typebox';
import { closed, DateTime, described, literals, nullable } from '../shapes.js';

const latency = (event: string, example: number) =>
  nullable(Type.Number({ minimum: 0 }), {
    description: `${event}, ms since the end of the customer's speech; null: it did not happen.`,
    examples: [example],
  });

const CallOperator = Type.Object(
  {
    type: literals(['user', 'key', 'call'], {
      description: 'call: the party of another call, who was connected by a consultation.',
    }),
    id: described(
      Type.String(),
      'The id of the user, the key or the call.',
      '9157c5ae-972f-5909-bac0-6ca19ae16ffd',
    ),
    name: nullable(Type.String({ description: 'null: a call, or the user or key no longer exists.' }), {
      description: 'The present name; null: a call, or the user or key no longer exists.',
      examples: ['Grace Kim'],
    }),
  },
  { ...closed, description: 'The operator, or the party of another call.' },
);

const EndTime = nullable(DateTime, { description: 'When it ended; null: it has not.' });

/** History of a call for diagnosis (docs/reference/api.md "Voice"). */
export const VoiceCallDiagnostics = Type.Object(
  {
    attempts: Type.Array(
      Type.Object(
        {
          carrier: described(Type.String(), 'The carrier.', 'twilio'),
          at: described(DateTime, 'When the request was sent.'),
          outcome: described(
            Type.String(),
            'How far the attempt came: `placing`, `placed`, `unknown`, `ringing` or `answered`; later the status with which the call ended, or `failed` if the next carrier was tried.',
            'completed',
          ),
        },
        closed,
      ),
      { description: 'The carriers that got the request to place the call, one after the other.' },
    ),
    timeline: Type.Array(
      Type.Object(
        {
          at: described(DateTime, 'When it happened.'),
          event: described(
            Type.String(),
            'The name of the event. Further names may be added.',
            'call.answered',
          ),
        },
        closed,
      ),
      { description: 'All events of the call, in order.' },
    ),
    outreachRules: Type.Optional(
      Type.Array(
        Type.Object(
          {
            rule: described(Type.String(), 'The name of the rule.', 'suppression'),
            result: literals(['passed', 'refused', 'not_applicable'], {
              description: 'not_applicable: the rule does not concern this call.',
            }),
            code: nullable(Type.String(), {
              description: 'Error code of a refusal; otherwise null.',
              examples: ['quiet_hours'],
            }),
            allowedFrom: nullable(DateTime, {
              description: 'When the refusal expires; null: it does not, or nothing was refused.',
            }),
          },
          closed,
        ),
        {
          description:
            'The outreach rules as evaluated immediately before the request to the carrier; absent for calls of versions without rules.',
        },
      ),
    ),
    notes: Type.Array(
      Type.Object(
        {
          code: described(Type.String(), 'What happened; a stable name.', 'model_retried'),
          atMs: nullable(Type.Number(), {
            description: 'Where in the recording, ms; null: unknown.',
            examples: [12400],
          }),
          audioOffsetMs: Type.Optional(
            Type.Integer({
              minimum: 0,
              description:
                'Of `not_understood`: where the speech begins in the recording, ms. Absent: unknown, or the note is about no speech.',
              examples: [9800],
            }),
          ),
          audioEndOffsetMs: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: 'Of `not_understood`: where the speech ends in the recording, ms.',
              examples: [11600],
            }),
          ),
        },
        closed,
      ),
      { description: 'Failures and anomalies, in order.' },
    ),
    toolUses: Type.Array(
      Type.Object(
        {
          at: described(DateTime, 'When the use began.'),
          name: described(Type.String(), 'The tool.', 'order_status'),
          arguments: Type.Record(Type.String(), Type.Unknown(), {
            description: 'What the model supplied.',
            examples: [{ order: 'A-17' }],
          }),
          outcome: nullable(literals(['done', 'failed', 'unknown']), {
            description: 'unknown: it is not known whether it was done. null: still running, or interrupted.',
          }),
          result: nullable(Type.String(), {
            description: 'What the model was given; null: nothing yet.',
            examples: ['{"status":"on its way"}'],
          }),
          durationMs: nullable(Type.Number(), {
            description: 'How long it took, ms; null: it has not ended.',
            examples: [412],
          }),
        },
        closed,
      ),
      { description: 'Tools that the agent used, in start order.' },
    ),
    modelTokens: Type.Optional(
      Type.Array(
        Type.Object(
          {
            model: described(Type.String(), 'The model.', 'gpt-4.1-mini'),
            inputTokens: described(Type.Integer(), 'Tokens of prompts.', 5210),
            outputTokens: described(Type.Integer(), 'Tokens of answers.', 240),
          },
          closed,
        ),
        {
          description:
            'Language model tokens for the answers of this call, recorded when its media ends; absent if no model reported them. Answers that were cut off are not included.',
        },
      ),
    ),
    operators: Type.Optional(
      Type.Object(
        {
          lines: Type.Array(
            Type.Object(
              {
                by: CallOperator,
                purpose: literals(['listen', 'take_over'], {
                  description: 'listen: hear the call. take_over: hear it and speak in place of the agent.',
                }),
                joinedAt: described(DateTime, 'When the line joined.'),
                leftAt: EndTime,
              },
              closed,
            ),
            { description: 'The lines that joined the call.' },
          ),
          takeOvers: Type.Array(
            Type.Object(
              {
                by: CallOperator,
                at: described(DateTime, 'When the takeover began.'),
                until: EndTime,
                reason: nullable(literals(['handed_back', 'line_left', 'session_ended']), {
                  description:
                    'Why it ended: handed back, line disconnected, or the call or its session ended. Null: it has not.',
                }),
                note: nullable(Type.String(), {
                  description: 'The note to the agent at the hand-back; null: none.',
                  examples: ['The new time is Tuesday at 10:00.'],
                }),
              },
              closed,
            ),
            { description: 'The times in which a person spoke in place of the agent.' },
          ),
          agentNotes: Type.Array(
            Type.Object(
              {
                by: CallOperator,
                at: described(DateTime, 'When it was sent.'),
                text: described(Type.String(), 'The note.', 'The customer has a voucher.'),
              },
              closed,
            ),
            { description: 'Notes to the agent during the call.' },
          ),
        },
        {
          ...closed,
          description: 'Operators of the call: listeners, takeovers and notes to the agent. Absent: none.',
        },
      ),
    ),
    turns: Type.Array(
      Type.Object(
        {
          speaker: described(
            Type.String(),
            'customer, assistant (the agent) or human (an operator).',
            'assistant',
          ),
          audioOffsetMs: nullable(Type.Integer(), {
            description: 'Where it begins in the recording, ms; null: unknown.',
            examples: [1200],
          }),
          audioEndOffsetMs: nullable(Type.Integer(), {
            description: 'Where it ends in the recording, ms; null: unknown.',
            examples: [3400],
          }),
          interrupted: Type.Boolean({ description: 'Whether the other side cut it off.' }),
          heard: literals(['acked', 'estimated'], {
            description:
              'acked: playback receipts of the carrier prove how far it was heard. estimated: computed from the time of sending.',
          }),
          latencies: nullable(
            Type.Object(
              {
                finalTranscriptMs: latency('The final transcript', 320),
                firstTokenMs: latency('The first token of the model', 610),
                firstAudioMs: latency('The first audio of the TTS', 790),
                firstFrameMs: latency('The first frame sent to the carrier', 800),
                firstPlayedMs: latency('The first frame that was played', 850),
              },
              closed,
            ),
            { description: 'How fast the agent answered; null: the turn is no answer.' },
          ),
          unheard: Type.Optional(
            Type.String({
              description:
                'The unspoken rest of the agent’s text when it was interrupted; absent: none known.',
              examples: ['Is there anything else?'],
            }),
          ),
          nudge: Type.Optional(
            Type.Boolean({
              description: 'The turn asks whether the customer is still there; absent: it does not.',
            }),
          ),
          disclosure: Type.Optional(
            Type.Boolean({ description: 'The turn is the disclosure, or part of it; absent: it is not.' }),
          ),
        },
        closed,
      ),
      { description: 'The turns of the transcript, with what is known about their timing.' },
    ),
    testVariables: Type.Array(
      Type.Object(
        {
          alias: described(Type.String(), 'The alias.', 'order'),
          replaced: literals(['missing', 'value'], {
            description: 'What the test variable replaced: a missing value, or another value.',
          }),
        },
        closed,
      ),
      { description: 'The test variables of the request, and what each replaced.' },
    ),
  },
  { ...closed, description: 'The course of the call, for diagnosis. Names in it may be added.' },
);
export type VoiceCallDiagnostics = Static<typeof VoiceCallDiagnostics>;
