import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A process whose server accepts, reads and never answers. Writes its port, then how many connections it holds. */
let held = 0;
const server = createServer((socket) => {
  held += 1;
  socket.resume();
  socket.on('error', () => {});
  socket.on('close', () => {
    held -= 1;
  });
});
server.listen(0, '127.0.0.1', 4096, () => {
  console.log(`listening ${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send?.(held));
