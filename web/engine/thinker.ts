// A worker that searches for opponents, one decision at a time. The table's worker starts it and
// passes it the compiled module.
import { Engine } from "./engine";
import type { FromThinker, ToThinker } from "./messages";

const scope = self as unknown as {
    postMessage(message: FromThinker): void;
    onmessage: ((event: MessageEvent<ToThinker>) => void) | null;
};

let engine: Promise<Engine> | null = null;

async function begin(module: WebAssembly.Module, net: Uint8Array | null): Promise<Engine> {
    const made = await Engine.of(module);
    if (net) made.net(net);
    return made;
}

scope.onmessage = async ({ data }) => {
    if ("module" in data) engine = begin(data.module, data.net);
    else if (engine) scope.postMessage({ thought: (await engine).think(data.task, data.limit) });
};
