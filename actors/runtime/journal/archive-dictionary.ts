/**
 * The dictionary that archives are compressed with (archive.ts): text like theirs, the most frequent last. Readers of
 * an archive need not understand it, but an archive can be read only with the words that it was made with: none is ever
 * changed, a better one gets another number.
 */

const BLANK_TIMES = '17950000';

/** Events of calls as they are written, most frequent last. */
const CALLS = [
  '{"type":"call.credit_exhausted","block":3},{"type":"call.placement_unknown"},"outcome":"unknown","not_found"',
  '"endReason":"no_line","carrier_failed","placement_unknown","rejected_by_carrier","invalid_number","claim_lost"',
  '"insufficient_credit","media_lost","max_duration","operator_hangup","voicemail","no_answer","busy","failed","cancelled"',
  '"endedBy":"operator","endedBy":"provider","endedBy":"system","cancelling":true,"outcome":"gone","estimated","human"',
  '{"type":"call.noted","note":{"code":"receipt_missing","atMs":null}},{"code":"recogniser_failed","atMs":1',
  '"languageCode":"de","languageCode":"en-US","voiceId":"","backgroundNoise":"","interruptible":true,"silence',
  '"contactId":null,"contactName":null,"contactId":"","contactName":"","values":{"name":"","first_name":""},"callData":{"',
  '},"replaced":[{"alias":"","was":"missing"},{"alias":"","was":"value"}],"sourceName":"Contacts"},"campaign":{"campaignId":"',
  '","campaignName":"","iterationId":"","block":0,"claim":{"index":1,"revision":1}},"carrier":"twilio","reservedBlocks":1}',
  `1\t{"commandId":"","at":${BLANK_TIMES},"events":[{"type":"call.accepted","agent":{"agentId":"`,
  '","name":"","instructions":"You are ","greeting":"Hello, this is ","languageCode":"en","voiceSettings":{"firstGreeting":"',
  'Hello, this is "},"knowledgeSourceIds":[]},"callee":{"contactId":null,"contactName":null,"destination":"+1415555',
  '","values":{},"callData":{},"replaced":[],"sourceName":null},"campaign":null,"carrier":"loopback","reservedBlocks":1},',
  '{"type":"call.line_leased"},{"type":"call.placing","carrier":"loopback"}]}\n',
  `","at":${BLANK_TIMES},"events":[{"type":"call.checked","check":1,"nextCheckAt":${BLANK_TIMES},"outcome":"found"}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.check_due","check":1}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.placed","carrierCallId":"CA"},{"type":"call.ringing"}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.answered"}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.media_attached","attachmentId":"","carrierCallId":"CA"}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.greeting_begun"}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.block_due","block":2}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.block_reserved","block":2}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.hangup_requested","by":"agent","reason":"agent_hangup","cancelling":false},`,
  '{"type":"call.hangup_due","attempt":1}]}\n',
  `","at":${BLANK_TIMES},"events":[{"type":"call.hangup_attempted","attempt":1,"outcome":"accepted"}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.ended","status":"completed","endedBy":"customer","endReason":"customer_hangup"`,
  ',"endedBy":"agent","endReason":"agent_hangup","durationSeconds":2,"carrierCostMicrocredits":0}]}\n',
  `","at":${BLANK_TIMES},"events":[{"type":"call.media_detached","attachmentId":"`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.settled","blocks":2,"chargedMicrocredits":20000}]}\n`,
  `","at":${BLANK_TIMES},"events":[{"type":"call.recording_finished","recording":{"filename":".opus","bytes":6,"durationMs":2`,
  'I would like to the and you for thank you goodbye. Yes, please. Could you say that again? How can I help you? ',
  'your name, the number, an appointment, tomorrow at, we are open from, I am sorry, With pleasure. One moment, please. ',
  `\t{"commandId":"","at":${BLANK_TIMES},"events":[{"type":"call.turn","turn":{"turnId":"-1","speaker":"customer","text":"`,
  `","at":${BLANK_TIMES},"audioOffsetMs":1,"audioEndOffsetMs":1,"interrupted":true,"heard":"acked","latencies":null}}]}\n`,
  `\t{"commandId":"","at":${BLANK_TIMES},"events":[{"type":"call.turn","turn":{"turnId":"-2","speaker":"assistant","text":"`,
  `","at":${BLANK_TIMES},"audioOffsetMs":1,"audioEndOffsetMs":1,"interrupted":false,"heard":"acked","latencies":`,
  '{"finalTranscriptMs":2,"firstTokenMs":2,"firstAudioMs":3,"firstFrameMs":3,"firstPlayedMs":3}}}]}\n',
].join('');

/** The words for new archives. */
export const LATEST_DICTIONARY = 1;

const DICTIONARIES: ReadonlyMap<number, Buffer> = new Map([[LATEST_DICTIONARY, Buffer.from(CALLS)]]);

/** Undefined if this build does not have them. */
export const dictionaryOf = (number: number): Buffer | undefined => DICTIONARIES.get(number);
