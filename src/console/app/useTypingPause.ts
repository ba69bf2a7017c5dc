import { useEffect, useState } from 'react';

/** After so long without another key, what is typed is looked up. */
const typingPauseMs = 300;

export interface TypingPause {
  /** Acts when nothing more has been typed for a while. What waited before is forgotten. */
  begin(act: () => void): void;
  /** Forgets what waits. */
  end(): void;
}

/** Waits until a person has typed a text to its end. What waits is forgotten when the field is gone. */
export function useTypingPause(): TypingPause {
  const [pause] = useState(makePause);
  useEffect(() => pause.end, [pause]);
  return pause;
}

function makePause(): TypingPause {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const begin = (act: () => void) => {
    end();
    timer = setTimeout(act, typingPauseMs);
  };
  return { begin, end };
}
