/**
 * How fields are described: what a client must know, and an example. All examples are of the same fictional business, so that
 * those of different fields and operations fit together.
 */
import { type TStringOptions, Type } from 'typebox';
import { nullable } from './shapes.js';

/** Values of the business of the examples. Numbers are from the range that is reserved for fiction. */
export const EXAMPLE = {
  businessId: 'd639d4ad-ce0f-5bb7-a31b-8e59f88727cf',
  agentId: 'ce24a5c0-3884-5dcb-8147-51032fbecb2a',
  contactId: '06942376-1534-864b-9aa4-d7b7fa8576b6',
  categoryId: '455dccd8-7768-5669-8515-2d8e01a81a11',
  callId: 'f391176b-ae89-52ee-9f80-cdf6a5ce69da',
  campaignId: '7f93aed2-23fb-5e25-b5e9-fd2d1e073452',
  iterationId: '66f6e777-3a3f-5c86-831c-e46cc49dc27f',
  conversationId: '849eee7b-8344-5140-b271-60bd167588c5',
  messageId: 'e1728a2e-02f8-5716-bf48-5d8dfe55ef7d',
  mediaId: '17e9b4d2-c50a-5f86-a47d-9b3c1e8f6052',
  userId: '9157c5ae-972f-5909-bac0-6ca19ae16ffd',
  summaryRunId: 'bdf14d99-ee5f-59f5-81db-f78d2e824b73',
  analysisRunId: '37ddd315-7000-5377-a288-6e3f8a1195ff',
  scenarioId: '08497455-77c6-5849-89a8-010f75c8ef60',
  simulationRunId: '4443440f-7f40-5295-b378-04398379703f',
  splitId: 'dab6fd89-8da8-5acc-8cb1-5223f7e98eae',
  noteId: 'e9d07bb6-502a-57fe-b970-eacd29d32556',
  alertRuleId: 'c3c5a1f0-3d4b-5b6e-8a52-9f1e0d7c6b5a',
  quickAnswerId: '5d0f2c1e-7a3b-5c94-9e28-b1d46f80a7c3',
  savedViewId: 'ea9f676f-9c4b-562c-9791-ea364f44680e',
  sourceId: '29165478-e765-5b8a-800e-99a6b0f2fcdd',
  // A version, its ingestion and the job have one id.
  versionId: '2c8f61ba-d34e-5790-a5f2-0e9d7b4c1a36',
  jobId: 'e64a0b1f-97c3-5d28-8b90-f2c5d7e3a148',
  subscriptionId: '73d5f8a2-1c6e-5b04-9e3a-a8b0c4d6f217',
  requestId: '1f0e7d3c-5b9a-4c86-a2d4-6e8f0b1c3d57',
  at: '2026-03-02T09:30:00.000Z',
  later: '2026-03-02T09:31:12.000Z',
  mobile: '+14155550100',
  customer: 'Sam Rivera',
  agent: 'Ann',
  phoneNumberId: '106540352242922',
  instagramAccountId: '17841405822304914',
} as const;

type Example = string | number | readonly unknown[] | object | null;

/** The description of a field, and examples of its value, to be spread into the options of its schema. */
export const about = (description: string, ...examples: readonly Example[]) => ({
  description,
  ...(examples.length === 0 ? {} : { examples: [...examples] }),
});

/** A text. `limits`: what is allowed. */
export const text = (description: string, example: string, limits: TStringOptions = {}) =>
  Type.String({ ...limits, ...about(description, example) });

/** An id. */
export const uuid = (description: string, example: string) =>
  Type.String({ format: 'uuid', ...about(description, example) });

/** A moment. */
export const moment = (description: string, example: string = EXAMPLE.at) =>
  Type.String({ format: 'date-time', ...about(description, example) });

/** A number of something. */
export const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, ...about(description, example) });

export const nullableText = (description: string, example: string) =>
  nullable(Type.String(), about(description, example));

export const nullableUuid = (description: string, example: string) =>
  nullable(Type.String({ format: 'uuid' }), about(description, example));

export const nullableMoment = (description: string, example: string = EXAMPLE.at) =>
  nullable(Type.String({ format: 'date-time' }), about(description, example));
