/** Reaches the tabs of this browser that show the console, the query explorer's too. */
const channel = new BroadcastChannel('openplug-session');

// Whatever this tab shows was read by the person before. A document of its own forgets all of it.
channel.addEventListener('message', () => location.reload());

/** Tells the other tabs of this browser that somebody has signed in or out here. */
export function tellOtherTabs(): void {
  channel.postMessage('changed');
}
