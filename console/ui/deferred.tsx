/** Parts of a page whose code is not needed to show it: forms, dialogs, tabs. */
import { createElement, lazy, type ReactNode, Suspense, useState } from 'react';

/** A browser that is never idle loads the code after this time, ms. */
const LATEST_MS = 2_000;

const whenIdle = (run: () => void): void => {
  // Tests without a document import pages as well.
  if (typeof window === 'undefined') return;
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback === 'function')
    window.requestIdleCallback(run, { timeout: LATEST_MS });
  else window.setTimeout(run, LATEST_MS);
};

/**
 * A component whose code follows once the browser has nothing else to do after the page, so that a click finds it there. If it is
 * shown earlier, it loads at once, with `fallback` in its place. A failure to load is that of the page, for its error boundary.
 */
export const deferred = <Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  fallback: ReactNode = null,
): ((props: Props) => ReactNode) => {
  let loaded: ((props: Props) => ReactNode) | null = null;
  const loading = async (): Promise<(props: Props) => ReactNode> => {
    loaded ??= await load();
    return loaded;
  };
  // It is loaded again when it is shown.
  whenIdle(() => void loading().catch(() => undefined));
  const Waiting = lazy(async () => {
    const part = await loading();
    return { default: ({ own }: { readonly own: Props }) => createElement(part, own) };
  });
  return (props) => {
    // It stays the same component while it is shown, so that its state is kept.
    const [part] = useState(() => loaded);
    if (part !== null) return createElement(part, props);
    return (
      <Suspense fallback={fallback}>
        <Waiting own={props} />
      </Suspense>
    );
  };
};
