/** Outcomes of splits, counted as calls and conversations change: reading them takes the same time however many there are. */
import type { Database } from 'better-sqlite3';
import { ANALYSIS_KIND, type AnalysisEvent } from '../../actors/analysis/events.js';
import { CALL_KIND, type CallEvent } from '../../actors/call/events.js';
import { CONVERSATION_KIND, type ConversationEvent } from '../../actors/conversation/events.js';
import {
  CONVERSATION_ANALYSIS_KIND,
  type ConversationAnalysisEvent,
} from '../../actors/conversation-analysis/events.js';
import type { Stored } from '../kernel/stored-event.js';
import { defineView, following } from '../kernel/view.js';
import { countingSplits, SPLIT_TALLY_TABLES } from './counting.js';

/** How often something was counted of a version: `calls`, `answered`, `met:<criterion>`. */
export interface SplitTally {
  readonly version: number;
  readonly name: string;
  readonly count: number;
}

/** Names of a split that are read at most: those of 50 criteria and all others, for two versions. */
const MAX_TALLIES = 240;

const projectCalls = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const { begun, changed } = countingSplits(db, 'calls');
  return ({ businessId, id: item, event }) => {
    if (event.type === 'call.accepted') {
      const { version, splitId } = event.agent;
      if (version !== undefined && splitId !== undefined) begun({ businessId, item, splitId, version });
    }
    // A turn that comes after the end belongs to the call as well.
    if (event.type === 'call.ended' || event.type === 'call.settled' || event.type === 'call.turn')
      changed(businessId, item);
  };
};

const projectAnalyses = (db: Database): ((stored: Stored<AnalysisEvent>) => void) => {
  const { changed } = countingSplits(db, 'calls');
  return ({ businessId, id, event }) => {
    if (event.type === 'analysis.ended' || event.type === 'analysis.repeated') changed(businessId, id);
  };
};

const projectConversations = (db: Database): ((stored: Stored<ConversationEvent>) => void) => {
  const { begun } = countingSplits(db, 'conversations');
  return ({ businessId, id: item, event }) => {
    if (event.type !== 'message.queued' || event.agent?.splitId === undefined) return;
    const { version, splitId } = event.agent;
    if (version !== null) begun({ businessId, item, splitId, version });
  };
};

const projectConversationAnalyses = (db: Database): ((stored: Stored<ConversationAnalysisEvent>) => void) => {
  const { changed } = countingSplits(db, 'conversations');
  const conversationOf = db
    .prepare<[string, string], string | null>(
      'SELECT conversation_id FROM conversation_analyses WHERE business_id = ? AND id = ?',
    )
    .pluck();
  return ({ businessId, id, event }) => {
    if (event.type !== 'analysis.ended' && event.type !== 'analysis.repeated') return;
    const conversation = conversationOf.get(businessId, id) ?? null;
    if (conversation !== null) changed(businessId, conversation);
  };
};

/** Outcomes of splits. */
export const splits = defineView({
  name: 'splits',
  tables: [SPLIT_TALLY_TABLES],
  projections: [
    following(CALL_KIND, projectCalls),
    following(ANALYSIS_KIND, projectAnalyses),
    following(CONVERSATION_KIND, projectConversations),
    following(CONVERSATION_ANALYSIS_KIND, projectConversationAnalyses),
  ],
  queries: (db) => {
    const tallies = db.prepare<[string, string, number], SplitTally>(
      'SELECT version, name, count FROM split_tallies WHERE business_id = ? AND split_id = ? ORDER BY version, name LIMIT ?',
    );
    return {
      /** What was counted of both versions. */
      splitTallies: (businessId: string, splitId: string): readonly SplitTally[] =>
        tallies.all(businessId, splitId, MAX_TALLIES),
    };
  },
});
