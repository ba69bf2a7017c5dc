import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { findPlugins, type FoundPlugin } from './findPlugins.ts';

/** After so long without another key, what is typed is looked up. */
const typingPauseMs = 300;

/** Returns the plugins that a text finds, a while after it was typed. */
export function useFoundPlugins(text: string): FoundPlugin[] {
  const client = useClient();
  const [found, setFound] = useState<{ text: string; plugins: FoundPlugin[] }>({ text: '', plugins: [] });
  useEffect(() => {
    if (text === '') return;
    let isWanted = true;
    const look = async () => {
      const plugins = await findPlugins(client, text);
      if (isWanted) setFound({ text, plugins });
    };
    const timer = setTimeout(() => void look(), typingPauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [client, text]);
  return found.text === text ? found.plugins : [];
}
