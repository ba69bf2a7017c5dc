/**
 * Preloaded into a process, sends it SIGTERM so many milliseconds after it began to listen for that: a moment that nobody
 * outside can see. After 0 none of its modules are loaded yet but the one that listens.
 */
process.on('newListener', function signalLater(name) {
  if (name !== 'SIGTERM') return;
  process.off('newListener', signalLater);
  const send = () => process.kill(process.pid, 'SIGTERM');
  const afterMs = Number(process.env['SIGTERM_AFTER_MS']);
  if (afterMs === 0) queueMicrotask(send);
  else setTimeout(send, afterMs);
});
