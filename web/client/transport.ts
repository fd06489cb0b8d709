// Where a table's messages go and come from: a worker (engine/host.ts) or a server. The client
// cannot tell which.
import type { FromClient, FromTable } from "../generated/protocol";

export interface Transport {
    send(message: FromClient): void;
    listen(listener: (message: FromTable) => void): void;
    close(): void;
}
