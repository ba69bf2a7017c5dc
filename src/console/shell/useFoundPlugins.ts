import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { useTypingPause } from '../app/useTypingPause.ts';
import { findPlugins, type FoundPlugin } from './findPlugins.ts';

/** Returns the plugins that a text finds, a while after it was typed. */
export function useFoundPlugins(text: string): FoundPlugin[] {
  const client = useClient();
  const pause = useTypingPause();
  const [found, setFound] = useState<{ text: string; plugins: FoundPlugin[] }>({ text: '', plugins: [] });
  useEffect(() => {
    if (text === '') return;
    let isWanted = true;
    const look = async () => {
      const plugins = await findPlugins(client, text);
      if (isWanted) setFound({ text, plugins });
    };
    pause.begin(() => void look());
    return () => {
      isWanted = false;
      pause.end();
    };
  }, [client, pause, text]);
  return found.text === text ? found.plugins : [];
}
