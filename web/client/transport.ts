// Carries a table's messages to a worker (engine/host.ts) or a server. The client need not know
// which.
import type { FromClient, FromTable } from "../generated/protocol";

export interface Transport {
    send(message: FromClient): void;
    listen(listener: (message: FromTable) => void): void;
    close(): void;
}
