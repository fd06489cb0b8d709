// An error with a reason in words, from the engine, the server or the page.
import type { Message } from "./text";

export class Refusal extends Error {
    constructor(readonly reason: Message) {
        super(reason.key);
    }
}
