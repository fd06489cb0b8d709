// The first game: claiming, fighting, using cards, building.
import { attempt, type Guide } from "../../guide/guide";

export const guide: Guide = {
    seed: "297b77e1db1e85afb7bb6fd131fcb78ec50094dc265b6f2787e4b16fac2421be",
    bots: ["person", "novice"],
    options: {},
    welcome: "duell.guide.welcome",
    tips: [
        {
            text: "duell.guide.claim",
            verbs: ["claim"],
            at: "main.board",
            tried: ["r1", "r2", "r3", "c1", "c2", "c3", "d1", "d2"].map((line) =>
                attempt("claim", ["line", line]),
            ),
        },
        { text: "duell.guide.flip", verbs: ["flip"] },
        { text: "duell.guide.yield", verbs: ["yield"] },
        { text: "duell.guide.keep", verbs: ["keep"] },
        {
            text: "duell.guide.use",
            verbs: ["use"],
            tried: ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((position) =>
                attempt("use", ["position", position]),
            ),
        },
        { text: "duell.guide.convert", verbs: ["convert", "free"] },
        { text: "duell.guide.trade", verbs: ["buy", "sell"] },
        { text: "duell.guide.fetch", verbs: ["fetch"] },
        { text: "duell.guide.done", verbs: ["done"] },
        {
            text: "duell.guide.build",
            verbs: ["build"],
            tried: ["I", "II", "III"].flatMap((section) =>
                ["wood", "sand", "stone", "ore", "wool"].map((material) =>
                    attempt("build", ["section", section], ["material", material]),
                ),
            ),
        },
        { text: "duell.guide.end_turn", verbs: ["end"] },
        { text: "duell.guide.once", verbs: ["play"] },
        { text: "duell.guide.lucky", verbs: ["lucky"] },
        { text: "duell.guide.give", verbs: ["give"] },
        { text: "duell.guide.section", events: ["section"], at: "main.board" },
        { text: "duell.guide.power", events: ["power"], at: "main.board" },
    ],
    scores: {
        sections: "duell.guide.score_sections",
        materials: "duell.guide.score_materials",
        gold: "duell.guide.score_gold",
    },
    end: "duell.guide.end",
};
