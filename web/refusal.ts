// An error with a reason in words, from the engine, the server or the page.
import type { Message } from "./text";

export class Refusal extends Error {
    /** `answer`: the server's whole answer, if there is one. */
    constructor(
        readonly reason: Message,
        readonly answer: unknown = null,
    ) {
        super(reason.key);
    }
}
