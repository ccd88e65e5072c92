/** Saved views: named searches and filters of calls and messages, shared by a business. */
import type { StoredView } from '../../actors/saved-views/events.js';
import { savedViews } from '../../actors/saved-views/index.js';
import type {
  SavedViewCreate,
  SavedViewOf,
  SavedViewQuery,
  SavedViewResource,
  SavedViewUpdate,
} from '../../schemas/calls/saved-view.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { isSearchable } from '../../views/search/index.js';
import { authorOf, type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';

interface SavedViewOperations {
  /** In the order in which they were saved. `of`: undefined: all of them. */
  list(businessId: string, of: SavedViewOf | undefined): Promise<readonly SavedViewResource[]>;
  /** @throws DomainError validation_failed, too_many_saved_views, saved_view_not_found if it was removed since */
  save(caller: Caller, body: SavedViewCreate): Promise<Written<SavedViewResource>>;
  /** @throws DomainError validation_failed, saved_view_not_found, also if it is not a view of `of` */
  change(caller: Caller, viewId: string, body: SavedViewUpdate): Promise<Written<SavedViewResource>>;
  /** @throws DomainError saved_view_not_found, also if it is not a view of `of` */
  remove(
    caller: Caller,
    viewId: string,
    of: SavedViewOf | undefined,
  ): Promise<Written<{ readonly viewId: string; readonly removed: boolean }>>;
}

export const savedViewOperations = ({ actors }: Pick<OperationsDeps, 'actors'>): SavedViewOperations => {
  const refOf = (businessId: string) => ({ business: businessId, id: businessId });
  const list: SavedViewOperations['list'] = async (businessId, of) => {
    const { answer } = await actors.query(savedViews, refOf(businessId), 'get');
    return answer.map(resourceOf).filter((view) => of === undefined || isOf(view, of));
  };
  /** @throws DomainError saved_view_not_found */
  const requireOf = async (
    { businessId }: Caller,
    id: string,
    of: SavedViewOf | undefined,
  ): Promise<void> => {
    if (of === undefined) return;
    const views = await list(businessId, of);
    if (views.every(({ viewId }) => viewId !== id)) throw new DomainError('saved_view_not_found');
  };
  return {
    list,

    save: async (caller, { name, calls, messages }) => {
      const query = queryOf({ calls, messages });
      refuseProblems(problemsOf(query, true));
      const viewId = commandIdOf(caller);
      const { answer, shard, seq } = await actors.ask(
        savedViews,
        refOf(caller.businessId),
        { type: 'save', view: { viewId, name, query }, ...authorOf(caller) },
        { commandId: viewId },
      );
      return { result: resourceOf(requireView(answer)), shard, seq };
    },

    change: async (caller, viewId, { of, name, calls, messages }) => {
      const query = queryOf({ calls, messages });
      refuseProblems(problemsOf(query, false));
      await requireOf(caller, viewId, of);
      const isChanged = Object.keys(query).length > 0;
      const { answer, shard, seq } = await actors.ask(
        savedViews,
        refOf(caller.businessId),
        {
          type: 'change',
          viewId,
          ...(name === undefined ? {} : { name }),
          ...(isChanged ? { query } : {}),
          ...authorOf(caller),
        },
        { commandId: commandIdOf(caller) },
      );
      return { result: resourceOf(requireView(answer)), shard, seq };
    },

    remove: async (caller, viewId, of) => {
      await requireOf(caller, viewId, of);
      const command = { type: 'remove', viewId, ...authorOf(caller) } as const;
      const { shard, seq } = await actors.ask(savedViews, refOf(caller.businessId), command, {
        commandId: commandIdOf(caller),
      });
      return { result: { viewId, removed: true }, shard, seq };
    },
  };
};

const resourceOf = ({ viewId, name, query }: StoredView): SavedViewResource => ({ viewId, name, ...query });

const isOf = ({ messages }: SavedViewResource, of: SavedViewOf): boolean =>
  (messages === undefined ? 'calls' : 'messages') === of;

/** @throws DomainError saved_view_not_found */
const requireView = (view: StoredView | null): StoredView => {
  if (view === null) throw new DomainError('saved_view_not_found');
  return view;
};

type Query = Pick<SavedViewUpdate, 'calls' | 'messages'>;

const queryOf = ({
  calls,
  messages,
}: { readonly [name in keyof Query]: Query[name] | undefined }): SavedViewQuery => ({
  ...(calls === undefined ? {} : { calls }),
  ...(messages === undefined ? {} : { messages }),
});

const problemsOf = (query: SavedViewQuery, isNew: boolean): readonly ErrorDetail[] => {
  const count = Object.keys(query).length;
  if (count > 1)
    return [{ path: '/messages', message: 'must be left out beside calls: a view shows one of them' }];
  if (count === 0 && isNew) return [{ path: '/calls', message: 'must be given, unless messages are' }];
  return Object.entries(query).flatMap(([kind, { text }]) =>
    text === undefined || isSearchable(text)
      ? []
      : [{ path: `/${kind}/text`, message: 'has no letters or digits; write words to search for' }],
  );
};
