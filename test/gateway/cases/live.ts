/** Requests for live streams. */
import { type Cases, q } from './case.js';

export const LIVE_CASES: Cases = {
  followLive: {
    path: `/api/v1/live?${q}`,
    status: 200,
    conditional: [
      { path: `/api/v1/live?${q}&topics=calls`, scope: 'voice:read' },
      { path: `/api/v1/live?${q}&topics=calls,conversations`, scope: 'communications:read' },
      { path: `/api/v1/live?${q}&topics=campaigns`, scope: 'campaigns:read' },
      { path: `/api/v1/live?${q}&topics=agents`, scope: 'agents:read' },
      { path: `/api/v1/live?${q}&topics=imports`, scope: 'contacts:read' },
      { path: `/api/v1/live?${q}&topics=ingestions,calls`, scope: 'data_sources:read' },
    ],
    invalid: { query: 'topics=calls,weather&lastEventId=' },
    problems: ['businessId', 'topics', 'lastEventId'],
  },
};
