/** Opens a page of the navigation: within the console, or in a new tab where it is a page of its own. */
import { useLocation } from 'wouter';
import type { Section } from './routes.js';

export const useOpenSection = (): ((section: Pick<Section, 'path' | 'isApart'>) => void) => {
  const [, navigate] = useLocation();
  return ({ path, isApart }) => {
    if (isApart) window.open(path, '_blank', 'noopener');
    else navigate(path);
  };
};
