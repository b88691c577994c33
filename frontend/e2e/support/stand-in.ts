// A service on this machine that stands in for one that lies outside.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export abstract class StandIn {
  /** Where it is, once it is open. */
  base = '';
  private readonly server = createServer((request, answer) => void this.serve(request, answer));

  async open(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    assert(address !== null && typeof address === 'object');
    this.base = `http://127.0.0.1:${address.port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  protected abstract serve(request: IncomingMessage, answer: ServerResponse): Promise<void>;
}
