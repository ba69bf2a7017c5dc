import { useEffect, useState } from 'react';
import { holderName } from '../app/client.ts';
import { useSession } from '../app/SessionGate.tsx';
import { readViews, type SavedView } from './savedViews.ts';

/** Keeps the saved views of the member of staff in this browser. They say nothing of any order. */
export function useSavedViews(): [views: SavedView[], keep: (views: SavedView[]) => void] {
  const { me } = useSession();
  const place = `openplug_views_${holderName(me)}`;
  const [views, setViews] = useState(() => readViews(localStorage.getItem(place)));
  useEffect(() => {
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === place) setViews(readViews(newValue));
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [place]);
  const keep = (changed: SavedView[]) => {
    localStorage.setItem(place, JSON.stringify(changed));
    setViews(changed);
  };
  return [views, keep];
}
