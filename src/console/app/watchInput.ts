/** The events that only a person causes. */
const inputs = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart'];

/**
 * Watches what a person does on the page. Returns a function that says whether a person did anything since it was last
 * asked.
 */
export function watchInput(page: Window): () => boolean {
  let wasUsed = false;
  const note = (event: Event) => {
    // Scripts make events too. A pointer that lies still has an event when the page moves below it.
    if (event.isTrusted && !(event.type === 'pointermove' && isStill(event as PointerEvent))) wasUsed = true;
  };
  for (const type of inputs) page.addEventListener(type, note, { capture: true, passive: true });
  // The window itself, not an element that a script gives the focus to.
  page.addEventListener('focus', (event) => {
    if (event.target === page) note(event);
  });
  return () => {
    const answer = wasUsed;
    wasUsed = false;
    return answer;
  };
}

function isStill({ movementX, movementY }: PointerEvent): boolean {
  return movementX === 0 && movementY === 0;
}
