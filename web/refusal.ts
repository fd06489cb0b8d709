// An error with a reason for people: the engine, the server or the page said no.
import type { Message } from "./text";

export class Refusal extends Error {
    constructor(readonly reason: Message) {
        super(reason.key);
    }
}
