/** Twilio's resources of calls, their recordings and their problems. */
import type { CallRecording } from '../audio/recorder.js';
import type { CallNotice } from '../call-facts.js';
import type { SimulatedCall } from '../call-history.js';

const accountPath = (accountSid: string): string => `/2010-04-01/Accounts/${accountSid}`;

/** The path of an account's calls. */
export const callsPath = (accountSid: string): string => `${accountPath(accountSid)}/Calls`;

/** The path of an account's recordings. */
export const recordingsPath = (accountSid: string): string => `${accountPath(accountSid)}/Recordings`;

const rfc2822 = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000');

/** Statuses before the phone rings are one to clients. */
export const shownStatus = (call: SimulatedCall): string => {
  const status = call.status();
  return status === 'initiated' ? 'queued' : status;
};

export const callResource = (call: SimulatedCall): object => {
  const { sid, accountSid, to, from } = call.request;
  const path = `${callsPath(accountSid)}/${sid}`;
  const { answeredAt, endedAt } = call.history();
  return {
    sid,
    account_sid: accountSid,
    parent_call_sid: null,
    to,
    to_formatted: to,
    from,
    from_formatted: from,
    status: shownStatus(call),
    direction: 'outbound-api',
    answered_by: call.answeredBy(),
    duration: call.status() === 'completed' ? String(call.durationSeconds()) : null,
    price: null,
    price_unit: 'USD',
    api_version: '2010-04-01',
    date_created: rfc2822(call.createdAt),
    date_updated: rfc2822(endedAt ?? answeredAt ?? call.createdAt),
    start_time: answeredAt === null ? null : rfc2822(answeredAt),
    end_time: endedAt === null ? null : rfc2822(endedAt),
    uri: `${path}.json`,
    subresource_uris: {
      recordings: `${path}/Recordings.json`,
      notifications: `${path}/Notifications.json`,
    },
  };
};

export const recordingResource = ({ request }: SimulatedCall, recording: CallRecording): object => {
  const { sid, startedAt, durationSeconds, isOver } = recording;
  const path = `${recordingsPath(request.accountSid)}/${sid}`;
  return {
    sid,
    account_sid: request.accountSid,
    call_sid: request.sid,
    api_version: '2010-04-01',
    channels: 1,
    duration: isOver() ? String(durationSeconds()) : null,
    status: isOver() ? 'completed' : 'in-progress',
    source: 'OutboundAPI',
    price: null,
    price_unit: 'USD',
    error_code: null,
    encryption_details: null,
    start_time: rfc2822(startedAt),
    date_created: rfc2822(startedAt),
    date_updated: rfc2822(startedAt),
    uri: `${path}.json`,
    subresource_uris: {},
  };
};

export const notificationResource = (
  { request }: SimulatedCall,
  { sid, code, message, at }: CallNotice,
): object => ({
  sid,
  account_sid: request.accountSid,
  call_sid: request.sid,
  api_version: '2010-04-01',
  log: '0',
  error_code: String(code),
  more_info: `https://www.twilio.com/docs/api/errors/${code}`,
  message_text: message,
  message_date: rfc2822(at),
  date_created: rfc2822(at),
  date_updated: rfc2822(at),
  request_method: null,
  request_url: '',
  uri: `${callsPath(request.accountSid)}/${request.sid}/Notifications/${sid}.json`,
});
